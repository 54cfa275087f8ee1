import * as z from "zod";
import type { CommentRequest, CommentsAnswer } from "@/lib/domain/comments.ts";
import { type CommentedItem, changeComments, readComments } from "../../items/comments.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";

const accessRow = z.strictObject({
  project_id: z.string(),
  is_manager: z.boolean(),
  is_reviewer: z.boolean(),
});

type CommentAccess = z.infer<typeof accessRow>;

/**
 * Which comments on an item a person may read. Users who manage the collection or review in it may read all comments.
 * Annotators may read only their own, so that they do not influence each other, and only for items that they have seen.
 */
async function readCommentAccess(actor: Actor, itemId: string): Promise<CommentAccess> {
  const userId = requirePerson(actor);
  const [mayManage, mayReview, mayWork] = (["annotation.manage", "annotation.review", "annotation.work"] as const).map(
    (right) => hasCollectionRight(actor, right),
  ) as [SqlFragment, SqlFragment, SqlFragment];
  const row = await maybeRow(
    pool(),
    accessRow,
    sql`
    SELECT collection.project_id, ${mayManage} AS is_manager, ${mayReview} AS is_reviewer
    FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    WHERE item.id = ${itemId}::uuid AND (${mayManage} OR ${mayReview} OR (${mayWork} AND EXISTS (
      SELECT FROM annotation_seen WHERE item_id = item.id AND user_id = ${userId}::uuid)))
  `,
  );
  if (!row) throw notFoundError();
  return row;
}

/** The comments on an item, oldest first. Only users who manage the collection see names. */
export async function listComments(actor: Actor, itemId: string): Promise<CommentsAnswer> {
  return readComments(toCommentedItem(await readCommentAccess(actor, itemId), itemId, requirePerson(actor)));
}

/**
 * Adds a comment, or resolves or reopens a comment that the person can read. Returns all comments that the person can
 * read.
 */
export async function writeComment(actor: Actor, itemId: string, request: CommentRequest): Promise<CommentsAnswer> {
  const access = await readCommentAccess(actor, itemId);
  const target = toCommentedItem(access, itemId, requirePerson(actor));
  await changeComments(target, request, {
    projectId: access.project_id,
    area: "annotation",
    subjectType: "annotation-item",
    subjectId: itemId,
  });
  return readComments(target);
}

function toCommentedItem(access: CommentAccess, itemId: string, userId: string): CommentedItem {
  const readsAll = access.is_manager || access.is_reviewer;
  return {
    on: { itemId },
    readable: fragment`comment.item_id = ${itemId}::uuid
      AND (${readsAll}::boolean OR comment.author_id = ${userId}::uuid)`,
    userId,
    nameOf: (name) => (access.is_manager ? (name ?? "Deleted user") : "Someone else"),
  };
}
