import type { ItemRow } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { isUnmarked } from "@/lib/domain/items/kinds/marks.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { findTwinConditions } from "@/lib/domain/models/evaluation/twin-conditions.ts";
import { AppError } from "../platform/errors/app-error.ts";

/** The names of the items that a condition excludes. */
export interface ExcludedItems {
  /** Index of the condition. */
  condition: number;
  items: string[];
  /** Present if the items look the same under another condition of the list; absent if they lack a mark. */
  isTwin?: true;
}

/**
 * The items that are not asked under a condition; conditions that exclude no items are not listed. An item is excluded
 * if it has no mark that the condition highlights, because its prompt would mention a missing mark. It is also excluded
 * if it looks the same as under another condition (`findTwinConditions`), because the same question would be asked twice.
 *
 * @throws AppError for a condition under which no item has its mark
 */
export async function findExcludedItems(
  conditions: readonly ConditionLevels[],
  items: AsyncIterable<ItemRow>,
): Promise<ExcludedItems[]> {
  const markingConditions = conditions.flatMap((levels, condition) =>
    Object.values(itemKinds).some((kind) => (kind.marks?.(levels) ?? []).length > 0)
      ? [{ levels, condition, items: [] as string[] }]
      : [],
  );
  const twins = conditions.map((): string[] => []);
  const factors = Object.values(itemKinds).flatMap((kind) => (kind.factorsOf ? kind.factors : []));
  const mayHaveTwins = conditions.length > 1 && factors.some(({ name }) => conditions.some((levels) => name in levels));
  if (markingConditions.length === 0 && !mayHaveTwins) return [];
  let count = 0;
  for await (const item of items) {
    count += 1;
    const kind = itemKinds[item.kind];
    if (!kind) continue;
    for (const one of markingConditions) if (isUnmarked(kind, one.levels, item)) one.items.push(item.id);
    for (const condition of findTwinConditions(kind, item, conditions)) twins[condition]?.push(item.id);
  }
  const emptyCondition = markingConditions.find((one) => count > 0 && one.items.length === count);
  if (emptyCondition)
    throw new AppError(
      "invalid",
      `would exclude every item under ${conditionKey(emptyCondition.levels)}: none of them has something to highlight`,
      "conditions",
    );
  return [
    ...markingConditions.map(({ condition, items: names }) => ({ condition, items: names })),
    ...twins.map((names, condition) => ({ condition, items: names, isTwin: true as const })),
  ].filter((excluded) => excluded.items.length > 0);
}
