import * as z from "zod";
import type { PilotMeasurements } from "@/lib/domain/survey/studies/planner-query.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { getStudy, type StudyFacts } from "../get-study.ts";
import { pilotResult } from "../run/pilot-result.ts";
import { listLinkedStages } from "../run/stages.ts";
import { flowResult } from "./flow-result.ts";

const durationRow = z.strictObject({ minutes: z.number().nullable() });

/**
 * The planner's inputs measured in a pilot: this study, or the pilot that it follows. Null without a pilot, and before
 * the pilot's results are computed.
 */
export async function loadPilotMeasurements(actor: Actor, study: StudyFacts): Promise<PilotMeasurements | null> {
  const { before } = study.stage === "pilot" ? { before: study } : await listLinkedStages(study.id);
  const pilot = before?.stage === "pilot" ? await getStudy(actor, before.id) : null;
  if (!pilot?.isFrozen) return null;
  const [report, flow, { minutes }] = await Promise.all([
    loadStoredResult(pilotResult, pilot.id),
    loadStoredResult(flowResult, pilot.id),
    oneRow(
      pool(),
      durationRow,
      sql`SELECT (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - started_at)) / 60)::float8
            AS minutes
          FROM session WHERE study_id = ${pilot.id} AND outcome = 'complete'`,
    ),
  ]);
  const pilotReport = report?.stored?.document;
  const consort = flow?.stored?.document.consort;
  if (!pilotReport || !consort) return null;
  const accuracy = pilotReport.accuracy.all;
  const { story, person } = pilotReport.spread;
  const ended = consort.arms.flatMap(({ dropOut }) => dropOut ?? []);
  const sessions = ended.reduce((sum, { n }) => sum + n, 0);
  const dropOuts = ended.reduce((sum, { n, share }) => sum + n * share, 0);
  return {
    pilot: { id: pilot.id, name: pilot.name },
    people: accuracy.people,
    answers: accuracy.n,
    sessions,
    values: {
      ...(minutes === null ? {} : { minutes }),
      ...(sessions === 0 ? {} : { dropOut: dropOuts / sessions }),
      ...(accuracy.estimate === null ? {} : { accuracy: accuracy.estimate }),
      ...(story === null ? {} : { story }),
      ...(person === null ? {} : { person }),
    },
  };
}
