import * as z from "zod";
import type { HeartbeatRequest } from "@/lib/domain/annotation/requests.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { plannedPool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";
import { leaseTakenError } from "./take-lease.ts";

const leaseRow = z.strictObject({ available_at: z.date().nullable() });

/**
 * A heartbeat: renews the lease and counts time. Counts at most the time since the last heartbeat by the server's
 * clock, also across reloads, so a heartbeat that is sent twice, or from two tabs, counts once. 409 if someone else has
 * the lease.
 */
export async function heartbeat(
  actor: Actor,
  taskId: string,
  beat: HeartbeatRequest,
): Promise<{ leaseEndsAt: string }> {
  const userId = requirePerson(actor);
  const hasRight = hasCollectionRight(actor, "annotation.work");
  const row = await maybeRow(
    plannedPool(),
    leaseRow,
    sql`
    WITH place AS (
      SELECT task.id, (collection.settings->>'leaseMinutes')::int AS minutes
      FROM annotation_task AS task JOIN annotation_collection AS collection ON collection.id = task.collection_id
      WHERE task.id = ${taskId}::uuid AND ${hasRight}
    ), kept AS (
      UPDATE annotation_task AS task SET available_at = lease_end(place.minutes, clock_timestamp())
      FROM place WHERE task.id = place.id AND task.holder_id = ${userId}::uuid AND task.fence = ${beat.fence}::bigint
        AND task.state = 'leased'
      RETURNING task.id, task.available_at
    ), clocked AS (
      INSERT INTO annotation_activity AS activity (task_id, user_id) SELECT id, ${userId}::uuid FROM kept
      ON CONFLICT (task_id, user_id) DO UPDATE SET
        active_ms = activity.active_ms + least(${beat.activeMs}::bigint, time_allowed(activity)),
        idle_ms = activity.idle_ms + least(${beat.idleMs}::bigint,
          greatest(0, time_allowed(activity) - ${beat.activeMs}::bigint)),
        credit_ms = 0,
        last_beat_at = clock_timestamp()
    )
    SELECT kept.available_at FROM place LEFT JOIN kept ON kept.id = place.id
  `,
  );
  if (!row) throw notFoundError();
  if (row.available_at === null) throw leaseTakenError();
  return { leaseEndsAt: row.available_at.toISOString() };
}
