import type { Item } from "../../items/item.ts";
import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";
import { conditionKey } from "../../items/stimulus.ts";

/**
 * The indices of conditions under which an item looks exactly as under another condition, because they differ only in
 * factors that do not affect the item, such as the order of options for a scale. Of equal-looking conditions, the one
 * that names exactly the factors of the item is asked, or the first if there is none.
 */
export function findTwinConditions(
  { factors, factorsOf }: Pick<ItemKind, "factors" | "factorsOf">,
  item: Item,
  conditions: readonly ConditionLevels[],
): number[] {
  if (!factorsOf || conditions.length < 2) return [];
  const itemFactors = factorsOf(item);
  const isItemFactor = (name: string) => itemFactors.some((factor) => factor.name === name);
  const defaultLevels = Object.fromEntries(itemFactors.map(({ name, levels }) => [name, levels[0]?.value ?? ""]));
  const irrelevantFactors = factors.map(({ name }) => name).filter((name) => !isItemFactor(name));
  const askedByKey = new Map<string, number>();
  conditions.forEach((levels, index) => {
    const shownLevels = Object.entries(levels).filter(([name]) => !irrelevantFactors.includes(name));
    const key = conditionKey({ ...defaultLevels, ...Object.fromEntries(shownLevels) });
    const isExact =
      shownLevels.length === Object.keys(levels).length && itemFactors.every(({ name }) => name in levels);
    if (isExact || !askedByKey.has(key)) askedByKey.set(key, index);
  });
  const askedIndices = new Set(askedByKey.values());
  return conditions.flatMap((_, index) => (askedIndices.has(index) ? [] : [index]));
}
