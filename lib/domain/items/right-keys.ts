import type { Item } from "./item.ts";
import { itemKinds } from "./kinds/registry.ts";
import { optionsOf } from "./stimulus.ts";

/** The answer keys that are right for an item by a gold answer, as the item's kind scores them; none where it decides nothing. */
export function rightKeys(item: Item, gold: unknown): string[] {
  const kind = itemKinds[item.kind];
  if (!kind) return [];
  if (kind.rightKeys) return kind.rightKeys(gold);
  return optionsOf(item).flatMap(({ value }) => {
    const key = kind.answerKey({ choice: value });
    return key !== null && kind.score({ choice: value }, gold, item).correct ? [key] : [];
  });
}
