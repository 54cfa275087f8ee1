import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { RunningJob } from "../../platform/jobs/run-job.ts";
import { closeOpenStudy } from "../../studies/lock/end-study.ts";
import { studyAddressSql } from "../../studies/study-where.ts";
import type { OpenEndpoints } from "./public-endpoints.ts";
import { runSimulatedPeople, type ScriptedGroup } from "./simulate-study.ts";

const freeSlotsRow = z.strictObject({ free: z.number() });

/** The maximum number of rounds. A slot that two scripted participants compete for is free again in the next round. */
const maxRounds = 3;

/**
 * Runs scripted participants in a simulated study of the demo until every slot is filled, and closes it. After an
 * interruption, only the missing sessions are run.
 *
 * @param address the study's ID or slug
 * @param openEndpoints returns the endpoints of the study with this slug
 * @returns the number of completed sessions
 * @throws Error if slots remain free, which causes a retry of the job; InterruptedJobError when the process ends
 */
export async function fillStudy(
  job: RunningJob,
  address: string,
  group: Omit<ScriptedGroup, "participants" | "dropOut">,
  openEndpoints: OpenEndpoints,
): Promise<number> {
  let finishedCount = 0;
  let free = await countFreeSlots(address);
  for (let round = 0; free > 0 && round < maxRounds; round += 1) {
    const result = await runSimulatedPeople(address, { ...group, participants: free, dropOut: 0 }, openEndpoints, {
      onProgress: (done) => void job.progress({ done, of: free }).catch(() => undefined),
      signal: job.signal,
    });
    finishedCount += result?.finished ?? 0;
    free = await countFreeSlots(address);
  }
  if (free > 0) throw new Error(`${free} slots of the study "${address}" could not be filled.`);
  // The study is closed, so that real people cannot add to the synthetic data.
  await closeOpenStudy(address);
  return finishedCount;
}

/** The number of slots of an open study that have no completed session; 0 for any other study. */
async function countFreeSlots(address: string): Promise<number> {
  const row = await oneRow(
    pool(),
    freeSlotsRow,
    sql`SELECT count(*)::int AS free FROM slot JOIN study ON study.id = slot.study_id
     WHERE ${studyAddressSql(address)} AND study.status = 'open' AND NOT slot.is_done`,
  );
  return row.free;
}
