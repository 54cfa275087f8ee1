import * as z from "zod";
import { codedDecisions, prepareReasons, type ReasonRow } from "@/lib/domain/annotation/figures/prepare-reasons.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { changeByAuthor } from "../items/copy-change.ts";
import { selectReasonCodes } from "./given-codes.ts";

const reasonRow = z.strictObject({ item_id: z.string(), of: z.enum(codedDecisions), codes: z.array(z.string()) });

/** The reasons why items of a collection were refined, rejected, changed and returned. Only for users who manage it. */
export async function getReasons(actor: Actor, collectionId: string): Promise<ReasonRow[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    reasonRow,
    sql`
    SELECT task.item_id, CASE ${changeByAuthor} WHEN 'text' THEN 'refined' WHEN 'marks' THEN 'marks' ELSE 'unusable' END AS of,
      ${selectReasonCodes("verdict")} AS codes
    FROM annotation_verdict AS verdict JOIN annotation_task AS task ON task.id = verdict.task_id
    JOIN annotation_item AS item ON item.id = task.item_id
    LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id
    WHERE task.collection_id = ${collectionId}::uuid AND verdict.verdict IN ('refined', 'irreparable')
    UNION ALL
    SELECT review.item_id, CASE review.decision WHEN 'change' THEN 'changed' ELSE 'returned' END, ${selectReasonCodes("review")}
    FROM counted_review AS review JOIN annotation_item AS item ON item.id = review.item_id
    WHERE item.collection_id = ${collectionId}::uuid AND review.decision IN ('change', 'return')
  `,
  );
  return prepareReasons(rows.map((row) => ({ itemId: row.item_id, of: row.of, codes: row.codes })));
}
