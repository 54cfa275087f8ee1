import * as z from "zod";
import type { CommentRequest, CommentsAnswer } from "@/lib/domain/annotation/comments.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notThere } from "../../platform/errors/app-error.ts";
import { allowedIn } from "../access/collection-roles.ts";

const accessRow = z.strictObject({
  project_id: z.string(),
  is_manager: z.boolean(),
  is_reviewer: z.boolean(),
});

type Access = z.infer<typeof accessRow>;

/**
 * What a person may read of an item's comments: all of them where they manage the collection or review in it, otherwise
 * their own, so that copies stay blind. Annotators have access to items that they have seen.
 */
async function accessTo(actor: Actor, itemId: string): Promise<Access> {
  const userId = requirePerson(actor);
  const [manages, reviews, works] = (["annotation.manage", "annotation.review", "annotation.work"] as const).map(
    (right) => allowedIn(actor, right),
  ) as [SqlFragment, SqlFragment, SqlFragment];
  const row = await maybeRow(
    pool(),
    accessRow,
    sql`
    SELECT collection.project_id, ${manages} AS is_manager, ${reviews} AS is_reviewer
    FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    WHERE item.id = ${itemId}::uuid AND (${manages} OR ${reviews} OR (${works} AND EXISTS (
      SELECT FROM annotation_seen WHERE item_id = item.id AND user_id = ${userId}::uuid)))
  `,
  );
  if (!row) throw notThere();
  return row;
}

const commentRow = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  author_id: z.string(),
  at: z.date(),
  text: z.string(),
  is_resolved: z.boolean(),
});

/** The comments on an item, oldest first. Names are for those who manage the collection. */
export async function listComments(actor: Actor, itemId: string): Promise<CommentsAnswer> {
  const access = await accessTo(actor, itemId);
  const userId = requirePerson(actor);
  const rows = await manyRows(
    pool(),
    commentRow,
    sql`
    SELECT comment.id, person.name, comment.author_id, comment.at, comment.text, comment.resolved_at IS NOT NULL AS is_resolved
    FROM annotation_comment AS comment LEFT JOIN app_user AS person ON person.id = comment.author_id
    WHERE comment.item_id = ${itemId}::uuid AND ${readable(access, userId)} ORDER BY comment.at, comment.id
  `,
  );
  return {
    comments: rows.map(({ author_id: authorId, name, at, is_resolved: isResolved, ...row }) => ({
      ...row,
      by: authorId === userId ? "You" : access.is_manager ? (name ?? "Deleted user") : "Someone else",
      at: at.toISOString(),
      isResolved,
    })),
  };
}

/** Adds a comment, or resolves or reopens one that the person can read. Returns the list. */
export async function writeComment(actor: Actor, itemId: string, request: CommentRequest): Promise<CommentsAnswer> {
  const access = await accessTo(actor, itemId);
  const userId = requirePerson(actor);
  await withTx(async (client) => {
    const changed = await rowCountOf(
      client,
      "text" in request
        ? sql`INSERT INTO annotation_comment (id, item_id, author_id, text)
            VALUES (gen_random_uuid(), ${itemId}::uuid, ${userId}::uuid, ${request.text})`
        : sql`UPDATE annotation_comment AS comment SET
            resolved_at = CASE WHEN ${request.isResolved}::boolean THEN clock_timestamp() END,
            resolved_by_id = CASE WHEN ${request.isResolved}::boolean THEN ${userId}::uuid END
          WHERE id = ${request.resolve}::uuid AND item_id = ${itemId}::uuid AND ${readable(access, userId)}`,
    );
    if (changed === 0) throw notThere();
    await recordAudit(client, {
      actorId: userId,
      projectId: access.project_id,
      action: "text" in request ? "annotation.comment" : "annotation.resolve-comment",
      subjectType: "annotation-item",
      subjectId: itemId,
      after: "text" in request ? {} : { comment: request.resolve, isResolved: request.isResolved },
    });
  });
  return listComments(actor, itemId);
}

function readable(access: Access, userId: string): SqlFragment {
  return fragment`(${access.is_manager || access.is_reviewer}::boolean OR comment.author_id = ${userId}::uuid)`;
}
