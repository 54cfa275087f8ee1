import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { twoOptionKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { type ItemArtefacts, itemArtefacts } from "@/lib/domain/stories/artefacts/item-artefacts.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { getCollection } from "../collections/list-collections.ts";

const maxItems = 5_000;

/** The loop yields after this many items, which take some milliseconds. */
const itemsBeforeYield = 100;

const artefactRow = z.strictObject({
  id: z.string(),
  implausibleKnowledge: z.string(),
  answerWithKnowledge: z.string(),
  answerWithoutKnowledge: z.string(),
});

/**
 * The accuracy of baseline classifiers on each question of a collection in its current state: measures only, no text.
 * Null for annotators and reviewers without the right to see all items, because the measures would reveal the verdicts
 * of others.
 */
export async function listArtefacts(actor: Actor, collectionId: string): Promise<{ items: ItemArtefacts[] | null }> {
  const collection = await getCollection(actor, collectionId);
  if (!collection.can.manage) return { items: null };
  const rows = await manyRows(
    pool(),
    artefactRow,
    sql`
    SELECT item.external_id AS id, text.current_document->>'implausibleKnowledge' AS "implausibleKnowledge",
      text.current_document->>'answerWithKnowledge' AS "answerWithKnowledge",
      text.current_document->>'answerWithoutKnowledge' AS "answerWithoutKnowledge"
    FROM annotation_item AS item
    JOIN item_text AS text ON text.item_id = item.id
    WHERE item.collection_id = ${collectionId}::uuid AND item.kind = ANY(${twoOptionKinds}) AND item.status <> 'irreparable'
    ORDER BY item.ordinal LIMIT ${maxItems}::int
  `,
  );
  const items: ItemArtefacts[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % itemsBeforeYield === itemsBeforeYield - 1) await setImmediate();
    items.push(itemArtefacts(row));
  }
  return { items };
}
