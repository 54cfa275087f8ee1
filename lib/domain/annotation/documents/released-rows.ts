import type { ItemRow } from "../../items/item.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { groupItems } from "../group-items.ts";
import { benchmarkRows } from "./benchmark-rows.ts";
import { documentFromItem } from "./item-document.ts";

/** The attribute that says of an item's text that no one of the project has judged it. */
const textStatusAttribute = "text_status";

/** An item of a release as a row of an item file, or why it cannot be asked. */
export type ReleasedRow = { id: string; row: ItemRow } | { id: string; refused: string };

/**
 * The items of a released set of stories (IKD, KNP) as rows of an item file, in the order given, each marked "as-imported".
 * Items of one source share a group, and an original takes over the marks of its erroneous story. An erroneous story
 * without a marked error in its text has no key, so it is refused. Comparing the stories takes seconds for a thousand.
 */
export function releasedRows(items: readonly KsteItem[]): ReleasedRow[] {
  const groups = groupItems(items);
  const rows = benchmarkRows(
    items.map((item) => ({
      document: documentFromItem(item),
      origin: { externalId: item.id, groupKey: groups.get(item.id) ?? item.id, knowledgeType: null },
    })),
  );
  return rows.map((row): ReleasedRow => {
    const { consistent, spans } = (row.gold ?? {}) as { consistent?: boolean; spans?: unknown[] };
    if (consistent === false && spans?.length === 0)
      return { id: row.id, refused: "its marked error does not occur in its story, so it has no key" };
    return { id: row.id, row: { ...row, attributes: { ...row.attributes, [textStatusAttribute]: "as-imported" } } };
  });
}
