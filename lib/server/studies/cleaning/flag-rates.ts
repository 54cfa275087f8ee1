import * as z from "zod";
import { type RuleRates, ruleRates, type ScriptedBehaviour } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { cleaningResult } from "./cleaning-result.ts";
import { readPlannedRules } from "./planned-rules.ts";

const idRow = z.strictObject({ id: z.string() });

const personRow = z.strictObject({ behaviour: text<ScriptedBehaviour>(), flags: z.array(z.string()) });

/** The maximum number of scripted people of one simulation that are read. */
const maxPeople = 5_000;

/**
 * How often each cleaning rule of a study flags scripted people in its newest simulation with behaviours; null if there
 * is no such simulation. The caller must check the right to see the study.
 */
export async function loadFlagRates(
  studyId: string,
): Promise<{ simulation: string; people: number; rates: RuleRates[] } | null> {
  const simulation = await maybeRow(
    pool(),
    idRow,
    sql`SELECT study.id FROM study WHERE study.simulation_of_id = ${studyId} AND EXISTS (
         SELECT FROM scripted_session JOIN session ON session.id = scripted_session.session_id
         WHERE session.study_id = study.id)
       ORDER BY study.created_at DESC LIMIT 1`,
  );
  if (!simulation) return null;
  // The flags of the simulation's answers, by the rules of the study.
  await loadStoredResult(cleaningResult, simulation.id);
  const people = await manyRows(
    pool(),
    personRow,
    sql`SELECT scripted.behaviour, ARRAY(
         SELECT DISTINCT flag.rule FROM response_flag AS flag JOIN response ON response.id = flag.response_id
         WHERE response.session_id = session.id ORDER BY flag.rule) AS flags
       FROM scripted_session AS scripted JOIN session ON session.id = scripted.session_id
       WHERE session.study_id = ${simulation.id} AND session.outcome = 'complete'
       ORDER BY session.started_at, session.id LIMIT ${maxPeople}`,
  );
  return {
    simulation: simulation.id,
    people: people.length,
    rates: ruleRates(await readPlannedRules(pool(), studyId), people),
  };
}
