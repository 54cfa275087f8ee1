import * as z from "zod";
import { countedShare } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import { type ReReviewReport, reReviewChoice } from "@/lib/domain/annotation/re-review.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";

const reportRow = z.strictObject({
  id: z.string(),
  at: z.date(),
  started_by: z.string().nullable(),
  reason: z.string(),
  choice: json<unknown>(),
  person_name: z.string().nullable(),
  undone_at: z.date().nullable(),
  items: z.number(),
  accepted: z.number(),
  changed: z.number(),
  returned: z.number(),
});

/** The re-reviews of a collection with their results, newest first. Only for users who manage the collection. */
export async function listReReviews(actor: Actor, collectionId: string): Promise<ReReviewReport[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    reportRow,
    sql`
    SELECT one.id, one.at, one.reason, one.choice, one.undone_at, starter.name AS started_by, person.name AS person_name,
      count(chosen.item_id)::int AS items,
      count(*) FILTER (WHERE first.decision = 'accept')::int AS accepted,
      count(*) FILTER (WHERE first.decision = 'change')::int AS changed,
      count(*) FILTER (WHERE first.decision = 'return')::int AS returned
    FROM annotation_re_review AS one
    LEFT JOIN app_user AS starter ON starter.id = one.started_by_id
    LEFT JOIN app_user AS person ON person.id = (one.choice->>'personId')::uuid
    LEFT JOIN annotation_re_review_item AS chosen ON chosen.re_review_id = one.id
    LEFT JOIN LATERAL (
      SELECT decision FROM standing_review WHERE item_id = chosen.item_id AND re_review_id = one.id ORDER BY saved_at LIMIT 1
    ) AS first ON true
    WHERE one.collection_id = ${collectionId}::uuid GROUP BY one.id, starter.name, person.name ORDER BY one.at DESC
  `,
  );
  return rows.map((row) => {
    const decidedCount = row.accepted + row.changed + row.returned;
    return {
      id: row.id,
      at: row.at,
      startedBy: row.started_by ?? "someone",
      reason: row.reason,
      choice: reReviewChoice.parse(row.choice),
      personName: row.person_name,
      items: row.items,
      accepted: row.accepted,
      changed: row.changed,
      returned: row.returned,
      waiting: row.items - decidedCount,
      wanting: countedShare(row.changed + row.returned, decidedCount),
      undoneAt: row.undone_at,
    };
  });
}
