import type { Random } from "../../random.ts";
import type { ClassBounds } from "./choose-items.ts";

/**
 * Exchanges chosen items for others, modifying `chosen`, until every class of every partition is within its bounds.
 * Used for partitions that cross each other in ways that a flow network cannot represent. Never accepts a worse state.
 *
 * @param others items that may be added
 * @param isFixed items that must stay
 * @returns whether all bounds are satisfied
 */
export function exchangeItems(
  chosen: number[],
  others: number[],
  bounds: readonly ClassBounds[],
  isFixed: (item: number) => boolean,
  maxTries: number,
  random: Random,
): boolean {
  const counts = bounds.map(({ partition }) => countClasses(chosen, partition.classOf, partition.values.length));
  const distanceFromBounds = (rule: number, at: number, count: number): number => {
    const { partition, low, high } = bounds[rule] as ClassBounds;
    return partition.binding[at] ? Math.max(0, (low[at] ?? 0) - count, count - (high[at] ?? 0)) : 0;
  };
  let violations = 0;
  for (const [rule, classes] of counts.entries())
    for (const [at, count] of classes.entries()) violations += distanceFromBounds(rule, at, count);
  for (let tries = 0; tries < maxTries && violations > 0 && others.length > 0; tries += 1) {
    const chosenIndex = random.below(chosen.length);
    const otherIndex = random.below(others.length);
    const [leaving, entering] = [chosen[chosenIndex] as number, others[otherIndex] as number];
    if (isFixed(leaving)) continue;
    const change = bounds.reduce((sum, { partition }, rule) => {
      const [from, to] = [partition.classOf[leaving] ?? -1, partition.classOf[entering] ?? -1];
      const classes = counts[rule] as Int32Array;
      if (from === to) return sum;
      const leavingChange =
        from < 0
          ? 0
          : distanceFromBounds(rule, from, (classes[from] ?? 0) - 1) -
            distanceFromBounds(rule, from, classes[from] ?? 0);
      const enteringChange =
        to < 0
          ? 0
          : distanceFromBounds(rule, to, (classes[to] ?? 0) + 1) - distanceFromBounds(rule, to, classes[to] ?? 0);
      return sum + leavingChange + enteringChange;
    }, 0);
    if (change > 0) continue;
    violations += change;
    [chosen[chosenIndex], others[otherIndex]] = [entering, leaving];
    for (const [rule, { partition }] of bounds.entries()) {
      const classes = counts[rule] as Int32Array;
      const [from, to] = [partition.classOf[leaving] ?? -1, partition.classOf[entering] ?? -1];
      if (from >= 0) classes[from] = (classes[from] ?? 0) - 1;
      if (to >= 0) classes[to] = (classes[to] ?? 0) + 1;
    }
  }
  return violations === 0;
}

function countClasses(items: readonly number[], classOf: Int32Array, classes: number): Int32Array {
  const counts = new Int32Array(classes);
  for (const item of items) {
    const classIndex = classOf[item] ?? -1;
    if (classIndex >= 0) counts[classIndex] = (counts[classIndex] ?? 0) + 1;
  }
  return counts;
}
