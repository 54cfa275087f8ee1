import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * SQL: whether a person may take `task` now. Both conditions are needed, because only the first one matches the
 * condition of the index of free copies.
 */
export function isTaskFreeFor(userId: string): SqlFragment {
  return fragment`(lease_is_free(task.available_at, clock_timestamp())
    AND copy_is_free(task.holder_id, task.available_at, ${userId}::uuid, clock_timestamp()))`;
}

/**
 * SQL for the UPDATE that assigns `task` to a person: the text they start with. The text of another annotator is never
 * the starting text.
 */
export function startingTextSql(userId: string): SqlFragment {
  return fragment`CASE WHEN task.holder_id = ${userId}::uuid THEN task.head_id ELSE starting_revision(task.id, ${userId}::uuid) END`;
}

/**
 * Two steps of an SQL statement. They follow the step `taken` (id, item_id, former_id), which assigns copies to a
 * person. They record that the person has seen the item, and allow the former holder to take another copy of the item,
 * unless the former holder submitted this one.
 */
export function claimEffectSteps(userId: string, isCounted: SqlFragment = fragment`true`): SqlFragment {
  return fragment`seen AS (
      INSERT INTO annotation_seen (item_id, user_id, how) SELECT item_id, ${userId}::uuid, 'worked' FROM taken WHERE ${isCounted}
      ON CONFLICT (item_id, user_id) DO UPDATE SET how = 'worked', reason = NULL WHERE annotation_seen.how <> 'worked'
    ), released AS (
      UPDATE annotation_seen AS lost SET how = 'released' FROM taken
      WHERE ${isCounted} AND lost.item_id = taken.item_id AND lost.user_id = taken.former_id
        AND taken.former_id <> ${userId}::uuid AND lost.how = 'worked'
        AND NOT EXISTS (SELECT FROM annotation_verdict WHERE task_id = taken.id AND author_id = taken.former_id)
    )`;
}
