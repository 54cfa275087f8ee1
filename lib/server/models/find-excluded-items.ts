import type { ItemRow } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { isUnmarked } from "@/lib/domain/items/kinds/marks.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { AppError } from "../platform/errors/app-error.ts";

/** The names of the items that a condition excludes. */
export interface ExcludedItems {
  /** Index of the condition. */
  condition: number;
  items: string[];
}

/**
 * The items without a mark that a condition highlights, by condition; conditions that exclude no items are not listed.
 * Prompts for these items would mention a mark that does not exist.
 *
 * @throws AppError for a condition that excludes every item
 */
export async function findExcludedItems(
  conditions: readonly ConditionLevels[],
  items: AsyncIterable<ItemRow>,
): Promise<ExcludedItems[]> {
  const marking = conditions.flatMap((levels, condition) =>
    Object.values(itemKinds).some((kind) => (kind.marks?.(levels) ?? []).length > 0)
      ? [{ levels, condition, items: [] as string[] }]
      : [],
  );
  if (marking.length === 0) return [];
  let count = 0;
  for await (const item of items) {
    count += 1;
    const kind = itemKinds[item.kind];
    for (const one of marking) if (kind && isUnmarked(kind, one.levels, item)) one.items.push(item.id);
  }
  const empty = marking.find((one) => count > 0 && one.items.length === count);
  if (empty)
    throw new AppError(
      "invalid",
      `would leave out every item under ${conditionKey(empty.levels)}: none of them has something to highlight`,
      "conditions",
    );
  return marking.flatMap(({ condition, items: names }) => (names.length > 0 ? [{ condition, items: names }] : []));
}
