import { mediaRow } from "../../items/media/file-response.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";

/**
 * A file that the item of a task shows. It can be read by current and former holders of the task, the person to whom
 * the task is offered as the next one, reviewers and leads. Undefined for others.
 */
export function readTaskFile(actor: Actor, taskId: string, sha256: string) {
  const userId = actor.userId;
  return readFile(
    sha256,
    fragment`item.id = (SELECT task.item_id FROM annotation_task AS task WHERE task.id = ${taskId}::uuid AND (
      ${hasCollectionRight(actor, "annotation.manage")} OR ${hasCollectionRight(actor, "annotation.review")}
      OR (${hasCollectionRight(actor, "annotation.work")} AND (${userId}::uuid IN (task.holder_id, task.offered_to)
        OR EXISTS (SELECT FROM annotation_activity WHERE task_id = task.id AND user_id = ${userId}::uuid)))))`,
  );
}

/** A file that an item shows. Undefined for users who do not manage the item's collection. */
export function readItemFile(actor: Actor, itemId: string, sha256: string) {
  return readFile(sha256, fragment`item.id = ${itemId}::uuid AND ${hasCollectionRight(actor, "annotation.manage")}`);
}

function readFile(sha256: string, mayRead: SqlFragment) {
  return maybeRow(
    pool(),
    mediaRow,
    sql`SELECT media.project_id, media.sha256, media.type, media.size FROM annotation_item AS item
      JOIN annotation_collection AS collection ON collection.id = item.collection_id
      JOIN media ON media.project_id = collection.project_id AND media.sha256 = ${sha256}
      WHERE ${mayRead} AND EXISTS (SELECT FROM jsonb_each(item.stimulus->'fields') AS field
        WHERE field.value->>'sha256' = media.sha256)`,
  );
}
