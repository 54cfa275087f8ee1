import type { Item } from "../../items/item.ts";
import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";
import { conditionKey } from "../../items/stimulus.ts";

/**
 * The conditions, by index, under which an item would be shown exactly as under another one, because they differ only
 * in factors that change nothing of this item, such as the order of the options of a scale. Of conditions that are alike
 * for the item, the one that names exactly its factors is asked, otherwise the first.
 */
export function twinConditions(
  { factors, factorsOf }: Pick<ItemKind, "factors" | "factorsOf">,
  item: Item,
  conditions: readonly ConditionLevels[],
): number[] {
  if (!factorsOf || conditions.length < 2) return [];
  const own = factorsOf(item);
  const isOwn = (name: string) => own.some((factor) => factor.name === name);
  const usual = Object.fromEntries(own.map(({ name, levels }) => [name, levels[0]?.value ?? ""]));
  const foreign = factors.map(({ name }) => name).filter((name) => !isOwn(name));
  const asked = new Map<string, number>();
  conditions.forEach((levels, index) => {
    const shown = Object.entries(levels).filter(([name]) => !foreign.includes(name));
    const key = conditionKey({ ...usual, ...Object.fromEntries(shown) });
    const isExact = shown.length === Object.keys(levels).length && own.every(({ name }) => name in levels);
    if (isExact || !asked.has(key)) asked.set(key, index);
  });
  const kept = new Set(asked.values());
  return conditions.flatMap((_, index) => (kept.has(index) ? [] : [index]));
}
