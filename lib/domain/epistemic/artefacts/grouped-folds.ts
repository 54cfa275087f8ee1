import { type Random, shuffle } from "../../random.ts";

/**
 * Assigns each member to a fold so that members of one group share a fold. Whole groups, the largest first and in
 * random order among equals, go to the smallest fold. Null if there are fewer than two groups.
 *
 * The number of folds is at most the number of groups. Throws RangeError for fewer than two folds.
 */
export function assignFolds(groups: readonly string[], folds: number, random: Random): number[] | null {
  if (!Number.isInteger(folds) || folds < 2) throw new RangeError(`there must be at least 2 folds, not ${folds}`);
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  if (sizes.size < 2) return null;
  const foldSizes = new Array<number>(Math.min(folds, sizes.size)).fill(0);
  const foldOf = new Map<string, number>();
  const order = shuffle([...sizes], random).sort(([, left], [, right]) => right - left);
  for (const [group, size] of order) {
    const smallest = foldSizes.indexOf(Math.min(...foldSizes));
    foldOf.set(group, smallest);
    foldSizes[smallest]! += size;
  }
  return groups.map((group) => foldOf.get(group)!);
}
