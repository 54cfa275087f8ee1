import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { RunningJob } from "../../platform/jobs/run-job.ts";
import { closeOpenStudy } from "../../studies/lock/end-study.ts";
import type { OpenEndpoints } from "./public-endpoints.ts";
import { runSimulatedPeople, type ScriptedGroup } from "./simulate-study.ts";

const freeRow = z.strictObject({ free: z.number() });

/** Slots that scripted participants may lose to each other come back at the next round. */
const rounds = 3;

/**
 * Sends scripted participants through a simulated study of the demo until every slot is filled, and closes it. An
 * interrupted one continues: only what is missing is filled.
 *
 * @param address the study's id or name in links
 * @param openEndpoints the way into a study with this name in links
 * @returns how many finished
 * @throws Error while slots remain free, so that the job is tried again; InterruptedJobError when the process ends
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
  // No real person should end up among the synthetic ones.
  await closeOpenStudy(address);
  return finished;
}

/** The slots of an open study that no finished session fills; 0 for any other study. */
async function countFree(address: string): Promise<number> {
  const row = await oneRow(
    pool(),
    freeRow,
    sql`SELECT count(*)::int AS free FROM slot JOIN study ON study.id = slot.study_id
     WHERE (study.slug = ${address} OR study.id::text = ${address}) AND study.status = 'open' AND NOT slot.is_done`,
  );
  return row.free;
}
