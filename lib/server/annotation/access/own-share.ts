import * as z from "zod";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * Above this number of free copies, the number of items that a person may still get is computed from counters, which
 * may give a number that is slightly too high.
 */
const maxCountedCopies = 500;

/** The schema of the columns of `PersonalShareSql` in a row. All are null when there is no person. */
export const personalShareFields = {
  own_finished: z.number().nullable(),
  own_held: z.number().nullable(),
  own_returned: z.number().nullable(),
  own_parked: z.number().nullable(),
  own_ahead: z.string().nullable(),
};

/** Columns and a join for a statement about `annotation_task AS task` and its `annotation_collection AS collection`. */
export interface PersonalShareSql {
  /** The columns that `personalShareFields` parses. */
  columns: SqlFragment;
  join: SqlFragment;
}

/** SQL for a person's share of the collection of a task: the items they have, and how many they may still get. */
export function personalShareSql(userId: string | null): PersonalShareSql {
  if (userId === null) return emptyShareSql;
  return { columns: personalShareColumns(userId), join: personalShareJoin(userId) };
}

const emptyShareSql: PersonalShareSql = {
  columns: fragment`NULL::int AS own_finished, NULL::int AS own_held, NULL::int AS own_returned, NULL::int AS own_parked,
      NULL::numeric AS own_ahead`,
  join: fragment``,
};

function personalShareColumns(userId: string): SqlFragment {
  return fragment`own.finished AS own_finished, own.held AS own_held, own.returned AS own_returned, own.parked AS own_parked,
      CASE WHEN collection.closed_at IS NOT NULL THEN 0 WHEN own.free > ${maxCountedCopies}::int THEN least(own.free, own.unseen)
        ELSE (SELECT count(DISTINCT ahead.item_id) FROM annotation_task AS ahead
              WHERE ahead.collection_id = task.collection_id AND ahead.available_at < 'infinity' AND ahead.state = 'open'
                AND (ahead.offered_until IS DISTINCT FROM 'infinity' OR ahead.offered_to = ${userId}::uuid)
                AND NOT EXISTS (SELECT FROM annotation_seen WHERE item_id = ahead.item_id AND user_id = ${userId}::uuid AND how <> 'released'))
        END AS own_ahead`;
}

function personalShareJoin(userId: string): SqlFragment {
  return fragment`CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state IN ('submitted', 'done', 'irreparable'))::int AS finished, count(*)::int AS held,
        count(*) FILTER (WHERE state = 'returned')::int AS returned, count(*) FILTER (WHERE state = 'parked')::int AS parked,
        (SELECT coalesce(sum(count), 0) FROM annotation_count
         WHERE collection_id = task.collection_id AND scope = 'task' AND state = 'open')
        - (SELECT count(*) FROM annotation_task AS kept WHERE kept.collection_id = task.collection_id
           AND kept.offered_to <> ${userId}::uuid AND kept.offered_until = 'infinity' AND kept.state = 'open') AS free,
        -- With one copy per item, the number of free copies is sufficient, and the person's own work is not read.
        CASE WHEN (collection.settings->>'overlap')::int > 1 THEN
          (SELECT coalesce(sum(count), 0) FROM annotation_count
           WHERE collection_id = task.collection_id AND scope = 'item' AND state IN ('open', 'in-work', 'returned'))
          - (SELECT count(*) FROM annotation_seen AS seen JOIN annotation_item AS met ON met.id = seen.item_id
             WHERE seen.user_id = ${userId}::uuid AND seen.how <> 'released' AND met.collection_id = task.collection_id
               AND met.status IN ('open', 'in-work', 'returned')) END AS unseen
      FROM annotation_task WHERE holder_id = ${userId}::uuid AND collection_id = task.collection_id
    ) AS own`;
}

/**
 * A person's progress: the finished items as a share of the items that they have finished, hold or may still get. Null
 * for readers who do not annotate. No one gets two copies of one item, so a person may still get each item that they
 * have not seen and that has a free copy not reserved for others. If there are many free copies, the smaller of two
 * upper bounds is used: the unfinished items that the person has not seen, and the free copies.
 */
export function computePersonalProgress(row: {
  own_finished: number | null;
  own_held: number | null;
  own_ahead: string | null;
}) {
  if (row.own_finished === null || row.own_held === null) return null;
  return { done: row.own_finished, total: row.own_held + Math.max(0, Number(row.own_ahead ?? 0)) };
}
