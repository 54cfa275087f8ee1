import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";

const paidWorkRow = z.strictObject({
  collection_id: z.string(),
  user_id: z.string(),
  /** Annotating and reviewing together. */
  active_ms: z.number(),
  idle_ms: z.number(),
  /** The part of the active time that was spent on reviews. */
  review_ms: z.number(),
  /** Copies that this person has judged, including returned and pulled-back copies, which are still paid. */
  judged: z.number(),
  /** Items on which this person has decided in review. */
  reviews: z.number(),
  /** The number of these decisions. An item that returns to review is decided again. */
  decisions: z.number(),
});

/** One person's paid work and active time in one collection. */
export type PaidWorkRow = z.infer<typeof paidWorkRow>;

/** Paid work of the people of a collection, or of one person in all collections. */
export async function readPaidWork(filter: { collectionId: string } | { userId: string }): Promise<PaidWorkRow[]> {
  const where: SqlFragment =
    "userId" in filter
      ? fragment`work.user_id = ${filter.userId}::uuid`
      : fragment`work.collection_id = ${filter.collectionId}::uuid`;
  return manyRows(
    pool(),
    paidWorkRow,
    sql`
    SELECT work.collection_id, work.user_id, sum(work.active_ms)::float8 AS active_ms, sum(work.idle_ms)::float8 AS idle_ms,
      sum(work.review_ms)::float8 AS review_ms, count(DISTINCT work.judged)::int AS judged,
      count(DISTINCT work.reviewed)::int AS reviews, count(work.reviewed)::int AS decisions
    FROM (
      SELECT task.collection_id, activity.user_id, active_ms, idle_ms, 0 AS review_ms, NULL::uuid AS judged, NULL::uuid AS reviewed
      FROM annotation_activity AS activity JOIN annotation_task AS task ON task.id = activity.task_id
      UNION ALL
      SELECT item.collection_id, spent.user_id, active_ms, idle_ms, active_ms, NULL, NULL
      FROM annotation_review_work AS spent JOIN annotation_item AS item ON item.id = spent.item_id
      UNION ALL
      SELECT task.collection_id, verdict.author_id, 0, 0, 0, task.id, NULL
      FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
      UNION ALL
      SELECT item.collection_id, review.reviewer_id, 0, 0, 0, NULL, item.id
      FROM annotation_review AS review JOIN annotation_item AS item ON item.id = review.item_id
    ) AS work
    WHERE ${where} GROUP BY work.collection_id, work.user_id
  `,
  );
}
