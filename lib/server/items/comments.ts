import * as z from "zod";
import type { CommentRequest, CommentsAnswer } from "@/lib/domain/comments.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, rowCountOf } from "../platform/database/rows.ts";
import { type SqlFragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { notFoundError } from "../platform/errors/app-error.ts";

/**
 * The item that comments are about, and what one person may do with the comments. The caller has checked the right to
 * see the item.
 */
export interface CommentedItem {
  /** The item of a collection, or the version of a benchmark's item. */
  on: { itemId: string } | { itemVersionId: string };
  /** SQL condition on `comment`: the comments of the item that the person can read. */
  readable: SqlFragment;
  userId: string;
  /** The name that the list shows for another author. */
  nameOf: (name: string | null) => string;
}

const commentRow = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  authorId: z.string(),
  at: z.date(),
  text: z.string(),
  isResolved: z.boolean(),
});

/** The comments on an item, oldest first. */
export async function readComments({ readable, userId, nameOf }: CommentedItem): Promise<CommentsAnswer> {
  const rows = await manyRows(
    pool(),
    commentRow,
    sql`SELECT comment.id, person.name, comment.author_id AS "authorId", comment.at, comment.text,
          comment.resolved_at IS NOT NULL AS "isResolved"
        FROM item_comment AS comment LEFT JOIN app_user AS person ON person.id = comment.author_id
        WHERE ${readable} ORDER BY comment.at, comment.id`,
  );
  return {
    comments: rows.map(({ authorId, name, at, ...row }) => ({
      ...row,
      by: authorId === userId ? "You" : nameOf(name),
      at: at.toISOString(),
    })),
  };
}

/** Adds a comment, or resolves or reopens one that the person can read, and records it in the audit log. */
export async function changeComments(
  { on, readable, userId }: CommentedItem,
  request: CommentRequest,
  audit: { projectId: string; area: "annotation" | "benchmark"; subjectType: string; subjectId: string },
): Promise<void> {
  const itemId = "itemId" in on ? on.itemId : null;
  const itemVersionId = "itemVersionId" in on ? on.itemVersionId : null;
  const { area, ...subject } = audit;
  await withTx(async (client) => {
    const changedCount = await rowCountOf(
      client,
      "text" in request
        ? sql`INSERT INTO item_comment (id, item_id, item_version_id, author_id, text)
            VALUES (gen_random_uuid(), ${itemId}::uuid, ${itemVersionId}::uuid, ${userId}::uuid, ${request.text})`
        : sql`UPDATE item_comment AS comment SET
            resolved_at = CASE WHEN ${request.isResolved}::boolean THEN clock_timestamp() END,
            resolved_by_id = CASE WHEN ${request.isResolved}::boolean THEN ${userId}::uuid END
          WHERE id = ${request.resolve}::uuid AND ${readable}`,
    );
    if (changedCount === 0) throw notFoundError();
    await recordAudit(client, {
      actorId: userId,
      action: "text" in request ? `${area}.comment` : `${area}.resolve-comment`,
      ...subject,
      after: "text" in request ? {} : { comment: request.resolve, isResolved: request.isResolved },
    });
  });
}
