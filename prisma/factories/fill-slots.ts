import * as z from "zod";
import { seededRandom } from "../../lib/domain/random.ts";
import { answerScreen, type ScriptedPerson } from "../../lib/server/demo/simulation/scripted-answers.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { json, manyRows } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import type { MadeStudy } from "./make-study.ts";
import { startWalker } from "./walk-session.ts";

const freeRow = z.strictObject({ criteria: json<Record<string, string>>() });

/**
 * Scripted participants fill every slot of an open study of people, with one session per slot and all of its screens.
 * The study must have no dwell times.
 *
 * @param isRight whether a participant answers an item correctly
 */
export async function fillSlots(study: MadeStudy, isRight: ScriptedPerson["isRight"]): Promise<number> {
  const free = await manyRows(
    pool(),
    freeRow,
    sql`SELECT stratum.criteria FROM slot JOIN stratum ON stratum.id = slot.stratum_id
     WHERE slot.study_id = ${study.id} AND NOT slot.is_done AND slot.session_id IS NULL`,
  );
  for (const [number, { criteria }] of free.entries()) {
    const walker = await startWalker(study);
    const person: ScriptedPerson = { criteria, isRight, localisation: 1, random: seededRandom(String(number)) };
    for (const screen of walker.running.screens) {
      if (screen.again !== null) continue;
      const result = await walker.post(screen.index, await answerScreen(walker.running, screen, walker.token, person));
      if (result.status !== "advanced") throw new Error(`session ${number} stopped at ${screen.key}: ${result.status}`);
    }
  }
  return free.length;
}
