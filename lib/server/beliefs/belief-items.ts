import { type BeliefItemFacts, readBeliefItem } from "@/lib/domain/beliefs/scoring/read-answer.ts";
import { fragment } from "../platform/database/sql.ts";

/** The columns of an item that belief scoring reads; `item` and `story` are the aliases of the two version tables. */
export const beliefItemColumns = fragment`item.id AS item_id, item.text AS query, item.attributes, story.text AS expression`;

/** Converts a row with `beliefItemColumns` to an item of expressions; null for any other item. */
export function toBeliefItem(row: {
  item_id: string;
  query: string;
  attributes: unknown;
  expression: string;
}): BeliefItemFacts | null {
  return (
    readBeliefItem({ id: row.item_id, story: { text: row.expression }, text: row.query, attributes: row.attributes })
      ?.item ?? null
  );
}
