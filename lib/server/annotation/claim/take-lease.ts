import * as z from "zod";
import { type LeaseAnswer, taskStates } from "@/lib/domain/annotation/task.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { plannedPool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { claimEffectSteps, startingTextSql } from "./change-of-hands.ts";

const leaseRow = z.strictObject({
  /** Null if the task is shown as the next one and is not yet claimed. */
  fence: z.string().nullable(),
  available_at: z.date().nullable(),
  state: z.enum(taskStates),
  is_mine: z.boolean(),
});

/**
 * Takes or renews the lease of one task: when the task is shown after a prefetch, when it is resumed from "My work", or
 * when its lease has ended and no one else took it. The holder keeps the fence. Refused with 409 if someone else has
 * the task (until 30 minutes after the end of their lease), if the task is finished or reserved for another person, or
 * if it would be a second copy of an item. An item that this person has seen or skipped is refused too, unless it is
 * assigned to them.
 */
export async function takeLease(actor: Actor, taskId: string): Promise<LeaseAnswer> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  const row = await maybeRow(
    plannedPool(),
    leaseRow,
    sql`
    WITH place AS (
      SELECT task.id, task.item_id, task.holder_id, task.state, task.available_at, task.offered_to, task.offered_until,
        collection.closed_at,
        collection.is_training, (collection.settings->>'leaseMinutes')::int AS minutes
      FROM annotation_task AS task JOIN annotation_collection AS collection ON collection.id = task.collection_id
      WHERE task.id = ${taskId}::uuid AND ${hasRight}
      FOR UPDATE OF task
    ), fits AS (
      SELECT * FROM place WHERE
        (holder_id = ${userId}::uuid AND state IN ('leased', 'parked', 'returned', 'open'))
        OR (lease_is_free(available_at, clock_timestamp()) AND copy_is_free(holder_id, available_at, ${userId}::uuid, clock_timestamp())
            AND closed_at IS NULL AND NOT has_other_copy(place.id, place.item_id, ${userId}::uuid)
            AND (offered_until IS DISTINCT FROM 'infinity' OR offered_to = ${userId}::uuid) AND (
          offered_until = 'infinity'
          OR NOT EXISTS (SELECT FROM annotation_seen WHERE item_id = place.item_id AND user_id = ${userId}::uuid AND how <> 'released')
          OR EXISTS (SELECT FROM annotation_activity JOIN annotation_seen USING (user_id)
                     WHERE task_id = place.id AND user_id = ${userId}::uuid AND item_id = place.item_id AND how = 'worked')))
    ), taken AS (
      UPDATE annotation_task AS task SET
        state = 'leased', holder_id = ${userId}::uuid, offered_to = NULL, offered_until = NULL,
        available_at = lease_end(fits.minutes, clock_timestamp()),
        fence = next_fence(task.fence, task.holder_id, ${userId}::uuid), head_id = ${startingTextSql(userId)},
        changed_at = clock_timestamp()
      FROM fits WHERE task.id = fits.id
      RETURNING task.id, task.item_id, task.fence, task.available_at, fits.holder_id AS former_id
    ), ${claimEffectSteps(userId, fragment`NOT (SELECT is_training FROM place)`)}, begun AS (
      UPDATE annotation_item SET status = 'in-work' FROM taken JOIN place USING (id)
      WHERE annotation_item.id = taken.item_id AND annotation_item.status IN ('open', 'returned') AND NOT place.is_training
    ), clocked AS (
      INSERT INTO annotation_activity (task_id, user_id) SELECT id, ${userId}::uuid FROM taken
      ON CONFLICT (task_id, user_id) DO UPDATE SET last_beat_at = clock_timestamp()
    )
    SELECT taken.fence, taken.available_at, place.state::text,
      place.holder_id IS NULL OR place.holder_id = ${userId}::uuid AS is_mine
    FROM place LEFT JOIN taken ON taken.id = place.id
  `,
  ).catch((error: unknown) => {
    throw (error as { constraint?: unknown })?.constraint === "annotation_task_one_copy_each"
      ? leaseTakenError()
      : error;
  });
  if (!row) throw notFoundError();
  if (row.fence !== null && row.available_at !== null) {
    return { ok: true, fence: Number(row.fence), leaseEndsAt: row.available_at.toISOString() };
  }
  if (row.is_mine && row.state !== "open") {
    throw new AppError("conflict", "This task is finished. You can reopen it until its review begins.", "state");
  }
  throw leaseTakenError();
}

/** The error for a claim that came too late; it does not name the holder. */
export function leaseTakenError(): AppError {
  return new AppError("conflict", "Another person now has this task. Your text is not lost.", "holder");
}
