import type { ItemRow } from "../items/item.ts";

/** One line of an item file, without its line feed: `readItemRow` is its inverse. */
export function formatItemRow(row: ItemRow): string {
  const { id, kind, story, text, options, gold, attributes, canary, translation } = row;
  return JSON.stringify({
    id,
    kind,
    story,
    text,
    ...(options.length > 0 ? { options } : {}),
    gold,
    attributes,
    ...(canary === undefined ? {} : { canary }),
    ...(translation === undefined ? {} : { translation }),
  });
}
