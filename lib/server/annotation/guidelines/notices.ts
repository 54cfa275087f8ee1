import * as z from "zod";
import type { Notice } from "@/lib/domain/annotation/notice.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { hasCollectionRight } from "../access/collection-roles.ts";

const noticeRow = z.strictObject({
  is: text<Notice["is"]>(),
  at: z.date(),
  collection_id: z.string(),
  collection_name: z.string(),
  /** The ID of the returned task; for a notice that can be dismissed, the ID of the notice. */
  about_id: z.string().nullable(),
  version: z.number().nullable(),
  name: z.string(),
  text: z.string(),
});

type NoticeRow = z.infer<typeof noticeRow>;

/** Maximum number of notices of each kind in one list. */
const maxPerKind = 20;

/**
 * The notices of a person in a project, newest first. They are about unread guidelines of collections in which the
 * person has annotated or reviewed, answers to the person's questions, and items that were returned by review, assigned
 * to the person or pulled back by a lead. A notice about a pulled-back item is removed when it is dismissed; any other
 * notice is removed when the person has acted on it.
 */
export async function listNotices(actor: Actor, projectId: string): Promise<Notice[]> {
  const userId = requirePerson(actor);
  const rows = await manyRows(
    pool(),
    noticeRow,
    sql`
    WITH place AS (
      SELECT collection.id, collection.name FROM annotation_collection AS collection
      WHERE collection.project_id = ${projectId}::uuid
        AND (${hasCollectionRight(actor, "annotation.work")} OR ${hasCollectionRight(actor, "annotation.review")})
    ), told AS (
      (SELECT 'guidelines' AS is, guideline.created_at AS at, guideline.collection_id, NULL::uuid AS about_id,
         guideline.version, '' AS name, guideline.note AS text
       FROM place JOIN annotation_guideline AS guideline ON guideline.collection_id = place.id
       WHERE NOT EXISTS (SELECT FROM annotation_guideline AS newer
                         WHERE newer.collection_id = place.id AND newer.version > guideline.version)
         AND NOT EXISTS (SELECT FROM annotation_guideline_read WHERE guideline_id = guideline.id AND user_id = ${userId}::uuid)
         AND (EXISTS (SELECT FROM annotation_task WHERE collection_id = place.id AND holder_id = ${userId}::uuid)
              OR EXISTS (SELECT FROM annotation_review AS review JOIN annotation_item AS item ON item.id = review.item_id
                         WHERE item.collection_id = place.id AND review.reviewer_id = ${userId}::uuid)))
      UNION ALL
      (SELECT 'answer', question.answered_at, question.collection_id, NULL, NULL, question.text, question.answer
       FROM place JOIN annotation_question AS question ON question.collection_id = place.id
       WHERE question.asked_by_id = ${userId}::uuid AND question.answer IS NOT NULL AND question.seen_at IS NULL
       ORDER BY 2 DESC LIMIT ${maxPerKind}::int)
      UNION ALL
      (SELECT 'returned', task.changed_at, task.collection_id, task.id, NULL, item.external_id, coalesce(task.reason, '')
       FROM place JOIN annotation_task AS task ON task.collection_id = place.id JOIN annotation_item AS item ON item.id = task.item_id
       WHERE task.holder_id = ${userId}::uuid AND task.state = 'returned' ORDER BY 2 DESC LIMIT ${maxPerKind}::int)
      UNION ALL
      (SELECT 'assigned', task.changed_at, task.collection_id, NULL, NULL, item.external_id, ''
       FROM place JOIN annotation_task AS task ON task.collection_id = place.id JOIN annotation_item AS item ON item.id = task.item_id
       WHERE task.offered_to = ${userId}::uuid AND task.offered_until = 'infinity' AND task.state = 'open'
       ORDER BY 2 DESC LIMIT ${maxPerKind}::int)
      UNION ALL
      (SELECT 'pulled-back', notice.at, notice.collection_id, notice.id, NULL, item.external_id, notice.reason
       FROM place JOIN annotation_notice AS notice ON notice.collection_id = place.id
       JOIN annotation_item AS item ON item.id = notice.item_id
       WHERE notice.user_id = ${userId}::uuid AND notice.seen_at IS NULL ORDER BY 2 DESC LIMIT ${maxPerKind}::int)
    )
    SELECT told.*, place.name AS collection_name FROM told JOIN place ON place.id = told.collection_id ORDER BY told.at DESC
  `,
  );
  return rows.map(toNotice);
}

function toNotice({ is, at, collection_id: collectionId, collection_name: collectionName, ...row }: NoticeRow): Notice {
  const origin = { collectionId, collectionName, at };
  switch (is) {
    case "guidelines":
      return { is, ...origin, version: row.version ?? 1, note: row.text };
    case "answer":
      return { is, ...origin, question: row.name, answer: row.text };
    case "returned":
      return { is, ...origin, taskId: row.about_id ?? "", itemName: row.name, reason: row.text };
    case "assigned":
      return { is, ...origin, itemName: row.name };
    case "pulled-back":
      return { is, ...origin, noticeId: row.about_id ?? "", itemName: row.name, reason: row.text };
  }
}

/** Dismisses these notices of items that were pulled back; newer notices stay in the list. */
export async function dismissNotices(actor: Actor, noticeIds: readonly string[]): Promise<void> {
  const userId = requirePerson(actor);
  await pool().query(sql`
    UPDATE annotation_notice SET seen_at = clock_timestamp()
    WHERE user_id = ${userId}::uuid AND id = ANY(${noticeIds}::uuid[]) AND seen_at IS NULL
  `);
}
