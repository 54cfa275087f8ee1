import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getCollection } from "../collections/list-collections.ts";

export const workOrders = ["given", "random", "lowest-score", "disagreement"] as const;
export type WorkOrder = (typeof workOrders)[number];

/** The sort expression of each order over `annotation_item AS item`. Ties are in the order of the import. */
const sortExpressions: Readonly<Record<WorkOrder, SqlFragment>> = {
  given: fragment`item.ordinal`,
  random: fragment`random()`,
  // Items without a score come last.
  "lowest-score": fragment`coalesce((item.suggestion->>'score')::float8, 'infinity')`,
  // Items whose current answers differ most come first; items without answers come last. The IDs of spans are not part
  // of an answer.
  disagreement: fragment`-(SELECT count(DISTINCT regexp_replace(given.answer::text, '"id": *"[^"]*"', '', 'g')) FROM (
    SELECT coalesce(revision.document, item.document)->'answer' AS answer FROM annotation_task AS copy
      JOIN annotation_verdict AS verdict ON verdict.id = copy.verdict_id AND verdict.verdict = 'answered'
      LEFT JOIN annotation_revision AS revision ON revision.id = verdict.revision_id WHERE copy.item_id = item.id
    UNION ALL SELECT document->'answer' FROM annotation_coded_answer WHERE item_id = item.id) AS given)`,
};

/**
 * Sorts the open copies of a collection by another order of work. Except under `disagreement`, the first copy of every
 * item comes before the second copies. Held and assigned copies do not move. Returns the number of sorted copies.
 */
export async function reorderItems(actor: Actor, collectionId: string, order: WorkOrder): Promise<number> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) throw notFoundError();
  const copyOrder = order === "disagreement" ? fragment`0` : fragment`task.copy`;
  return withTx(async (client) => {
    const count = await rowCountOf(
      client,
      sql`
      WITH ordered AS (
        SELECT task.id, row_number() OVER (ORDER BY ${copyOrder}, chosen.rank, task.copy, item.ordinal) AS place
        FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
        CROSS JOIN LATERAL (SELECT ${sortExpressions[order]} AS rank) AS chosen
        WHERE task.collection_id = ${collectionId}::uuid AND task.state = 'open'
          AND task.offered_until IS DISTINCT FROM 'infinity'
      )
      UPDATE annotation_task AS task SET ordinal = ordered.place FROM ordered WHERE task.id = ordered.id
    `,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.projectId,
      action: "collection.reorder",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { order, copies: count },
    });
    return count;
  });
}
