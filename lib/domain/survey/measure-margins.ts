import { type DesignCounts, type Margin, marginNames } from "./design.ts";
import type { PlannedSlot } from "./plan-slots.ts";

/**
 * The margins of sessions that are generated already, counted one by one: what a full study will hold when its lists come
 * from elsewhere and no formula describes them.
 *
 * @param strata the slots of each stratum with a quota
 * @param isUsed which items the study asks; the others have no cells
 * @returns the same margins as `listMargins`, which foretells them for slots that `planStratumSlots` generates
 */
export function measureMargins(
  strata: readonly (readonly PlannedSlot[])[],
  { items, conditions }: Pick<DesignCounts, "items" | "conditions">,
  isUsed: (item: number) => boolean = () => true,
): Margin[] {
  const stratumItem = new Float64Array(strata.length * items);
  const itemCondition = new Float64Array(items * conditions);
  const every = new Float64Array(strata.length * items * conditions);
  for (const [stratum, slots] of strata.entries()) {
    for (const { item, condition } of slots.flat()) {
      if (item >= items || condition >= conditions) {
        throw new RangeError(`there is no item ${item} of ${items} under condition ${condition} of ${conditions}`);
      }
      stratumItem[stratum * items + item] = (stratumItem[stratum * items + item] ?? 0) + 1;
      const cell = item * conditions + condition;
      itemCondition[cell] = (itemCondition[cell] ?? 0) + 1;
      const finest = stratum * items * conditions + cell;
      every[finest] = (every[finest] ?? 0) + 1;
    }
  }
  const sessions = strata.reduce((sum, slots) => sum + slots.length, 0);
  const counts: Record<Margin["name"], readonly number[]> = {
    "stratum x item": [...stratumItem].filter((_, cell) => isUsed(cell % items)),
    "item x condition": [...itemCondition].filter((_, cell) => isUsed(Math.floor(cell / conditions))),
    "stratum x item x condition": [...every].filter((_, cell) => isUsed(Math.floor(cell / conditions) % items)),
    sessions: [sessions],
  };
  return marginNames.map((name) => {
    const [low, high] = extremes(counts[name]);
    return { name, low, high, isExact: low === high };
  });
}

function extremes(counts: readonly number[]): [low: number, high: number] {
  return counts.reduce<[number, number]>(
    ([low, high], count) => [Math.min(low, count), Math.max(high, count)],
    [counts[0] ?? 0, counts[0] ?? 0],
  );
}
