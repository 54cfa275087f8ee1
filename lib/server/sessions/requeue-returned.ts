import * as z from "zod";
import { seededRandom } from "@/lib/domain/random.ts";
import { returnPosition, returnSeed } from "@/lib/domain/survey/slots/slot-queue.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";

/** Number of slots that are queued at once; the next call handles the rest. */
const maxSlotsPerCall = 100;

const lastCheckTimes = new Map<string, number>();
const pollEveryMs = 1_000;

/**
 * Whether to check a stratum for returned slots now: true if this process has not checked it in the last second. At
 * most one claim per second therefore checks it.
 */
export function isSlotCheckDue(stratumId: string): boolean {
  const now = performance.now();
  const lastCheckedAt = lastCheckTimes.get(stratumId);
  if (lastCheckedAt !== undefined && now - lastCheckedAt < pollEveryMs) return false;
  if (lastCheckTimes.size >= 10_000) lastCheckTimes.clear();
  lastCheckTimes.set(stratumId, now);
  return true;
}

const returnedRow = z.strictObject({
  id: z.string(),
  turn: z.number(),
  queue_position: z.number(),
  seed: z.string(),
});

const queueRow = z.strictObject({ lowest: z.number().nullable(), highest: z.number().nullable() });

/**
 * Puts returned slots, and slots whose lease has ended, back into the queue of their stratum. "release-idle" is used
 * when a participant waits: it also queues slots whose holders have submitted no screen for too long (`release_at`).
 * Queue positions are drawn from the study's seed; the assignment log has both positions. A holder whose lease has
 * ended keeps the slot until another person claims it. Returns the number of queued slots.
 *
 * Skips locked slots, so that it cannot deadlock.
 */
export async function requeueReturned(
  stratumId: string,
  which: "returned" | "release-idle" = "returned",
): Promise<number> {
  const releasesIdle = which === "release-idle";
  return await withTx(async (client) => {
    const returnedSlots = await manyRows(
      client,
      returnedRow,
      sql`
      SELECT slot.id::text AS id, slot.turn, slot.queue_position, study.design ->> 'seed' AS seed
      FROM slot JOIN study ON study.id = slot.study_id
      WHERE slot.stratum_id = ${stratumId} AND NOT slot.is_done AND slot.queued_turn < slot.turn
        AND (lease_is_free(slot.available_at, clock_timestamp())
          OR (${releasesIdle}::boolean AND lease_is_free(slot.release_at, clock_timestamp())))
      -- Not sorted by the bare column, so that the planner does not walk through all slots in the order of their ids.
      ORDER BY slot.id + 0 LIMIT ${maxSlotsPerCall}
      FOR UPDATE OF slot SKIP LOCKED
    `,
    );
    if (returnedSlots.length === 0) return 0;
    const queue = await oneRow(
      client,
      queueRow,
      sql`
      SELECT min(queue_position) AS lowest, max(queue_position) AS highest FROM slot
      WHERE stratum_id = ${stratumId} AND NOT is_done AND queued_turn = turn
    `,
    );
    const { lowest, highest } = queue;
    const queueBounds = lowest === null || highest === null ? null : { lowest, highest };
    const positions = returnedSlots.map(({ id, turn, queue_position, seed }) =>
      returnPosition(queueBounds, queue_position, seededRandom(returnSeed(seed, id, turn))),
    );
    await client.query(sql`
      WITH moved AS (
        SELECT slot.id, slot.study_id, slot.queue_position AS before, given.position AS after
        FROM unnest(${returnedSlots.map(({ id }) => id)}::bigint[], ${positions}::float8[]) AS given (id, position)
        JOIN slot ON slot.id = given.id
      ), queued AS (
        UPDATE slot SET queue_position = moved.after, queued_turn = turn,
          available_at = least(available_at, clock_timestamp())
        FROM moved WHERE slot.id = moved.id
      )
      INSERT INTO assignment_event (study_id, slot_id, session_id, event, from_position, to_position)
      SELECT moved.study_id, moved.id, holder.session_id, 'requeued', moved.before, moved.after
      FROM moved, LATERAL (
        SELECT session_id FROM assignment_event WHERE slot_id = moved.id ORDER BY id DESC LIMIT 1
      ) AS holder
    `);
    return returnedSlots.length;
  });
}
