import type { Item } from "./item.ts";
import { itemKinds } from "./kinds/registry.ts";
import { optionsOf } from "./stimulus.ts";

/**
 * The correct answer keys of an item for a gold answer, by the rules of the item's kind; empty if the gold answer is
 * not decisive.
 */
export function findRightKeys(item: Item, gold: unknown): string[] {
  const kind = itemKinds[item.kind];
  if (!kind) return [];
  const kindKeys = kind.rightKeys?.(gold, item) ?? null;
  if (kindKeys) return kindKeys;
  return optionsOf(item).flatMap(({ value }) => {
    const key = kind.answerKey({ choice: value });
    return key !== null && kind.score({ choice: value }, gold, item).correct ? [key] : [];
  });
}
