import type { ItemRow } from "../../items/item.ts";
import type { KsteItem } from "../../stories/items/kste-item.ts";
import { groupBySource } from "../group-items.ts";
import { toBenchmarkRows } from "./benchmark-rows.ts";
import { documentFromItem } from "./item-document.ts";

/** The attribute of an item whose text no one in the project has judged. */
const textStatusAttribute = "text_status";

/** An item of a release as a row of an item file, or the reason why the item cannot be used. */
export type ReleasedRow = { id: string; row: ItemRow } | { id: string; refused: string };

/**
 * Converts the items of a released set of stories (IKD, KNP) into rows of an item file, in the given order and marked
 * "as-imported". Items of one source share a group, and an original gets the marks of its erroneous story. An erroneous
 * story without a marked error in its text has no key and is rejected. Takes seconds for a thousand stories.
 */
export function toReleasedRows(items: readonly KsteItem[]): ReleasedRow[] {
  const groups = groupBySource(items);
  const rows = toBenchmarkRows(
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
