import * as z from "zod";
import { plannedPool } from "../../platform/database/pool.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { selectUnreadVersion } from "../guidelines/guidelines-gate.ts";
import { claimEffectSteps, isTaskFreeFor, startingTextSql } from "./change-of-hands.ts";

/**
 * The person who requests a task, and the collection. `may` is the SQL of `hasCollectionRight(actor,
 * "annotation.work")`.
 */
export interface TaskSeeker {
  userId: string;
  may: SqlFragment;
  collectionId: string;
  /** A task to skip: the one that the person just left. */
  except?: string | null;
  /**
   * If true, claims no task while the user may have to read newer guidelines or pass a practice first. Omitted if the
   * caller has checked this.
   */
  isGated?: boolean;
}

/** Reservation time, in minutes, of a task that was only shown as the next one. */
const offerMinutes = 10;

/** How often to retry a task that someone else is claiming at this moment; each retry is a round trip. */
const maxAttempts = 50;

const claimedRow = z.strictObject({ id: z.string().nullable(), is_waiting: z.boolean() });

/**
 * Claims the next task for a person, in one statement; null if there is none. The order is: a task that the person
 * already holds (its lease is renewed, expired or not); a task that review returned to them; the offered task; the
 * first task that is free or whose lease ended 30 minutes ago. A person never gets a second copy of an item. An
 * assigned item is claimed even if the person has seen it. A copy that changes its holder gets a new fence, so that
 * late writes are recognized, and starts with the imported text, because a draft belongs to its author.
 *
 * The collection is selected by its ID and seen items are looked up row by row, so that the index of free tasks is read
 * in order until the first match; joins would sort all 50,000 tasks.
 */
export async function claimNext(seeker: TaskSeeker): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const { userId, may, collectionId } = seeker;
    const excludedTaskId = seeker.except ?? null;
    const isCollectionOpen = seeker.isGated ? hasNoPrerequisites(collectionId, userId) : fragment`true`;
    try {
      const { id, is_waiting: hasOfferedTask } = await oneRow(
        plannedPool(),
        claimedRow,
        sql`
        WITH place AS (
          SELECT id, (settings->>'leaseMinutes')::int AS minutes, closed_at FROM annotation_collection AS collection
          WHERE id = ${collectionId}::uuid AND NOT is_training AND ${may} AND ${isCollectionOpen}
        ), in_hand AS (
          SELECT task.id, task.holder_id FROM annotation_task AS task
          WHERE EXISTS (SELECT FROM place) AND task.collection_id = ${collectionId}::uuid
            AND task.holder_id = ${userId}::uuid AND task.state IN ('leased', 'returned')
            AND task.id IS DISTINCT FROM ${excludedTaskId}::uuid
          ORDER BY task.state, task.changed_at LIMIT 1 FOR UPDATE OF task
        ), waiting AS (
          SELECT task.id FROM annotation_task AS task
          WHERE EXISTS (SELECT FROM place WHERE closed_at IS NULL) AND NOT EXISTS (SELECT FROM in_hand)
            AND task.collection_id = ${collectionId}::uuid AND task.offered_to = ${userId}::uuid AND NOT lease_is_free(task.offered_until, clock_timestamp())
            AND ${isTaskFreeFor(userId)}
            AND (CASE WHEN task.offered_until = 'infinity' THEN NOT has_other_copy(task.id, task.item_id, ${userId}::uuid)
                      ELSE ${isItemOpenTo(userId)} END)
          ORDER BY task.ordinal LIMIT 1
        ), offered AS (
          SELECT task.id, task.holder_id FROM annotation_task AS task JOIN waiting ON waiting.id = task.id
          WHERE task.offered_to = ${userId}::uuid AND ${isTaskFreeFor(userId)}
          FOR UPDATE OF task SKIP LOCKED
        ), fresh AS (
          SELECT task.id, task.holder_id FROM annotation_task AS task
          WHERE EXISTS (SELECT FROM place WHERE closed_at IS NULL)
            AND NOT EXISTS (SELECT FROM in_hand) AND NOT EXISTS (SELECT FROM waiting)
            AND task.collection_id = ${collectionId}::uuid AND ${isTaskFreeFor(userId)}
            AND lease_is_free(coalesce(task.offered_until, '-infinity'), clock_timestamp())
            AND ${isItemOpenTo(userId)}
          ORDER BY task.ordinal LIMIT 1 FOR UPDATE OF task SKIP LOCKED
        ), taken AS (
          UPDATE annotation_task AS task SET
            state = 'leased', holder_id = ${userId}::uuid, offered_to = NULL, offered_until = NULL,
            available_at = lease_end(place.minutes, clock_timestamp()),
            fence = next_fence(task.fence, task.holder_id, ${userId}::uuid), head_id = ${startingTextSql(userId)},
            changed_at = clock_timestamp()
          FROM place, (TABLE in_hand UNION ALL TABLE offered UNION ALL TABLE fresh) AS chosen
          WHERE task.id = chosen.id
          RETURNING task.id, task.item_id, chosen.holder_id AS former_id
        ), ${claimEffectSteps(userId)}, begun AS (
          UPDATE annotation_item SET status = 'in-work' FROM taken
          WHERE annotation_item.id = taken.item_id AND annotation_item.status IN ('open', 'returned')
        ), clocked AS (
          INSERT INTO annotation_activity (task_id, user_id) SELECT id, ${userId}::uuid FROM taken
          ON CONFLICT (task_id, user_id) DO UPDATE SET last_beat_at = clock_timestamp()
        )
        SELECT (SELECT id FROM taken) AS id, EXISTS (SELECT FROM waiting) AS is_waiting
      `,
      );
      if (id !== null) return id;
      // The workspace already shows the offered task and claims it now, so the person holds it from this moment.
      if (!hasOfferedTask || attempt === maxAttempts) return seeker.isGated ? null : await claimOffered(seeker);
    } catch (error) {
      // Two simultaneous requests of one person tried to claim two copies of one item. The second request retries.
      if (!isSecondCopyError(error)) throw error;
    }
  }
}

/**
 * Whether a person may receive a copy of the item of `task`: they have not seen it, or lost their copy of it to another
 * annotator before they submitted anything (`released`). There is no join and no comparison with null: the planner
 * assumes that nulls are rare, and would read and sort every free task instead of reading them in order until the first
 * match.
 */
export function isItemOpenTo(userId: string): SqlFragment {
  return fragment`coalesce((SELECT how = 'released' FROM annotation_seen WHERE item_id = task.item_id AND user_id = ${userId}::uuid), true)`;
}

/** SQL on `collection`: the person has read all guidelines, and there is no practice that they may have to pass. */
function hasNoPrerequisites(collectionId: string, userId: string): SqlFragment {
  return fragment`(${selectUnreadVersion(collectionId, userId)} IS NULL AND (settings->>'practicePassMark' IS NULL
    OR EXISTS (SELECT FROM annotation_task WHERE collection_id = collection.id AND holder_id = ${userId}::uuid)))`;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * Claims a copy that is offered to another person. Used when no other copies remain: an offer then no longer reserves a
 * copy, but an assignment still does.
 */
async function claimOffered({ userId, may, collectionId, except }: TaskSeeker): Promise<string | null> {
  const row = await maybeRow(
    plannedPool(),
    idRow,
    sql`
    UPDATE annotation_task SET offered_to = ${userId}::uuid, offered_until = lease_end(1, clock_timestamp())
    WHERE id = (
      SELECT task.id FROM annotation_task AS task
      WHERE task.collection_id = ${collectionId}::uuid AND EXISTS (
          SELECT FROM annotation_collection AS collection
          WHERE id = ${collectionId}::uuid AND closed_at IS NULL AND NOT is_training AND ${may})
        AND ${isTaskFreeFor(userId)}
        AND task.offered_to IS DISTINCT FROM ${userId}::uuid AND task.offered_until IS DISTINCT FROM 'infinity'
        AND task.id IS DISTINCT FROM ${except ?? null}::uuid
        AND ${isItemOpenTo(userId)}
      ORDER BY task.ordinal LIMIT 1 FOR UPDATE OF task SKIP LOCKED
    )
    RETURNING id
  `,
  );
  return row ? await claimNext({ userId, may, collectionId, except: except ?? null }) : null;
}

/**
 * Chooses the task that a person would get after the current one, without claiming it. The task is reserved for some
 * minutes, so that it can be shown immediately. Returns null if there is none.
 */
export async function offerNextTask({ userId, may, collectionId, except }: TaskSeeker): Promise<string | null> {
  const row = await maybeRow(
    plannedPool(),
    idRow,
    sql`
    WITH place AS (
      SELECT id FROM annotation_collection AS collection
      WHERE id = ${collectionId}::uuid AND NOT is_training AND closed_at IS NULL AND ${may}
    ), offered AS (
      SELECT task.id FROM annotation_task AS task
      WHERE EXISTS (SELECT FROM place) AND task.collection_id = ${collectionId}::uuid
        AND task.offered_to = ${userId}::uuid AND NOT lease_is_free(task.offered_until, clock_timestamp())
        AND ${isTaskFreeFor(userId)}
        AND task.id IS DISTINCT FROM ${except ?? null}::uuid
      ORDER BY task.ordinal LIMIT 1
    ), fresh AS (
      SELECT task.id FROM annotation_task AS task
      WHERE EXISTS (SELECT FROM place) AND NOT EXISTS (SELECT FROM offered)
        AND task.collection_id = ${collectionId}::uuid AND ${isTaskFreeFor(userId)}
        AND lease_is_free(coalesce(task.offered_until, '-infinity'), clock_timestamp())
        AND task.id IS DISTINCT FROM ${except ?? null}::uuid
        AND ${isItemOpenTo(userId)}
      ORDER BY task.ordinal LIMIT 1 FOR UPDATE OF task SKIP LOCKED
    ), marked AS (
      UPDATE annotation_task AS task SET offered_to = ${userId}::uuid,
        offered_until = lease_end(${offerMinutes}::int, clock_timestamp())
      FROM fresh WHERE task.id = fresh.id
      RETURNING task.id
    )
    SELECT id FROM offered UNION ALL SELECT id FROM marked
  `,
  );
  return row?.id ?? null;
}

function isSecondCopyError(error: unknown): boolean {
  return (error as { constraint?: unknown } | null)?.constraint === "annotation_task_one_copy_each";
}
