import { Readable } from "node:stream";
import type { Actor } from "../../platform/access/access.ts";
import { getCollection } from "../collections/list-collections.ts";
import { createHistoryReader } from "../items/item-history.ts";
import { type ItemListQuery, listItems } from "./list-items.ts";

/**
 * The events of a figure's items, or of a filtered list, as JSON lines without names. Only for users who manage the
 * collection.
 */
export async function openFigureEvents(
  actor: Actor,
  collectionId: string,
  query: ItemListQuery,
): Promise<{ name: string; stream: Readable }> {
  const { slug } = await getCollection(actor, collectionId);
  // The first page is read before the response starts, so that a refusal can set an error status.
  const listQuery = { ...query, sort: "order" as const, down: false, after: 0 };
  const first = await listItems(actor, collectionId, listQuery);
  const readHistoryLines = createHistoryReader();
  async function* lines() {
    for (let page = first; ; ) {
      for (const line of await readHistoryLines(page.items.map(({ id }) => id))) yield `${line}\n`;
      if (page.next === null) return;
      page = await listItems(actor, collectionId, { ...listQuery, after: page.next });
    }
  }
  return { name: `${slug}.${query.figure ?? "all"}.events.jsonl`, stream: Readable.from(lines()) };
}
