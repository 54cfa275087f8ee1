import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { RunningJob } from "../../platform/jobs/run-job.ts";
import { closeOpenStudy } from "../../studies/lock/end-study.ts";
import type { OpenEndpoints } from "./public-endpoints.ts";
import { runSimulatedPeople, type ScriptedGroup } from "./simulate-study.ts";

const freeRow = z.strictObject({ free: z.number() });

/** Slots that scripted participants lose to each other are free again in the next round. */
const rounds = 3;

/**
 * Runs scripted participants in a simulated study of the demo until every slot is filled, and closes it. After an
 * interruption only the missing sessions are run.
 *
 * @param address the study's ID or slug
 * @param openEndpoints returns the endpoints of the study with this slug
 * @returns the number of completed sessions
 * @throws Error if slots remain free, so that the job is retried; InterruptedJobError when the process ends
 */
export async function fillStudy(
  job: RunningJob,
  address: string,
  group: Omit<ScriptedGroup, "participants" | "dropOut">,
  openEndpoints: OpenEndpoints,
): Promise<number> {
  let finished = 0;
  let free = await countFree(address);
  for (let round = 0; free > 0 && round < rounds; round += 1) {
    const result = await runSimulatedPeople(address, { ...group, participants: free, dropOut: 0 }, openEndpoints, {
      onProgress: (done) => void job.progress({ done, of: free }).catch(() => undefined),
      signal: job.signal,
    });
    finished += result?.finished ?? 0;
    free = await countFree(address);
  }
  if (free > 0) throw new Error(`${free} slots of the study "${address}" could not be filled.`);
  // Keeps real people out of the synthetic data.
  await closeOpenStudy(address);
  return finished;
}

/** The number of slots of an open study without a completed session; 0 for any other study. */
async function countFree(address: string): Promise<number> {
  const row = await oneRow(
    pool(),
    freeRow,
    sql`SELECT count(*)::int AS free FROM slot JOIN study ON study.id = slot.study_id
     WHERE (study.slug = ${address} OR study.id::text = ${address}) AND study.status = 'open' AND NOT slot.is_done`,
  );
  return row.free;
}
