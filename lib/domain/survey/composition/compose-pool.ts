import { type Random, shuffle } from "../../random.ts";
import { type ClassBounds, chooseItems } from "./choose-items.ts";
import { exchangeItems } from "./exchange-items.ts";
import type { Families, ItemPartition } from "./partition.ts";

/**
 * Composes the sessions of one pool, one after another, so that item `i` occurs exactly `counts[i]` times.
 *
 * Each session contains the items for which later sessions have no room (items that must occur in all remaining
 * sessions, and the part of a class that would not fit into them), and otherwise the items with the highest remaining
 * count. As long as the counts allow it, such a choice always exists for two families of nested classes; other classes
 * are satisfied only if the choice happens to satisfy them.
 */
export function composePool(
  sessions: number,
  itemsPerSession: number,
  counts: Int32Array,
  families: Families,
  random: Random,
): number[][] {
  if (itemsPerSession === 1) {
    // Without rules all items are equivalent, and there may be tens of thousands of sessions.
    return shuffle(
      [...counts].flatMap((count, item) => Array.from({ length: count }, () => [item])),
      random,
    );
  }
  const remainingCounts = Int32Array.from(counts);
  const partitions = families.flat();
  const remainingByClass = partitions.map((partition) => sumByClass(partition, remainingCounts));
  const composedSessions: number[][] = [];
  for (let left = sessions; left > 0; left -= 1) {
    const candidates = sortByRemaining(remainingCounts, random);
    const bounds = partitions.map((partition, index) =>
      boundsOfSession(partition, remainingByClass[index] as Int32Array, left),
    );
    const chosenItems =
      chooseInOrder(candidates, itemsPerSession, remainingCounts, left, bounds) ??
      chooseByFlow(candidates, itemsPerSession, remainingCounts, left, bounds, families, random) ??
      // The counts do not fit the rules; the caller then repairs the sessions.
      candidates.slice(0, itemsPerSession);
    for (const item of chosenItems) {
      remainingCounts[item] = (remainingCounts[item] ?? 0) - 1;
      for (const [index, { classOf }] of partitions.entries()) {
        const classIndex = classOf[item] ?? -1;
        const classes = remainingByClass[index] as Int32Array;
        if (classIndex >= 0) classes[classIndex] = (classes[classIndex] ?? 0) - 1;
      }
    }
    composedSessions.push(chosenItems);
  }
  return shuffle(composedSessions, random);
}

/** Remaining items by remaining count, highest first, ties in random order. */
function sortByRemaining(remainingCounts: Int32Array, random: Random): number[] {
  const keys = Float64Array.from(remainingCounts, (count) => count + random.next());
  const candidates: number[] = [];
  for (const [item, count] of remainingCounts.entries()) if (count > 0) candidates.push(item);
  return candidates.sort((left, right) => (keys[right] ?? 0) - (keys[left] ?? 0));
}

/** The minimum and maximum that a class contributes to this session, so that later sessions have room for the rest. */
function boundsOfSession(
  partition: ItemPartition,
  remainingCounts: Int32Array,
  remainingSessions: number,
): ClassBounds {
  const low = Int32Array.from(remainingCounts, (count, at) =>
    Math.max(partition.low[at] ?? 0, count - (partition.high[at] ?? 0) * (remainingSessions - 1)),
  );
  const high = Int32Array.from(remainingCounts, (count, at) =>
    Math.min(partition.high[at] ?? 0, count - (partition.low[at] ?? 0) * (remainingSessions - 1)),
  );
  return { partition, low, high };
}

/**
 * Chooses candidates in order, as long as the bounds allow it; null if a required item or class is missing in the
 * result.
 */
function chooseInOrder(
  candidates: readonly number[],
  size: number,
  remainingCounts: Int32Array,
  remainingSessions: number,
  bounds: readonly ClassBounds[],
): number[] | null {
  const countsByClass = bounds.map(({ partition }) => new Int32Array(partition.values.length));
  const chosenItems: number[] = [];
  for (const item of candidates) {
    if (chosenItems.length === size) {
      // Candidates are sorted by remaining count, so checking the next one is sufficient.
      if (remainingCounts[item] === remainingSessions) return null;
      break;
    }
    const isFree = bounds.every(({ partition, high }, index) => {
      const classIndex = partition.classOf[item] ?? -1;
      return (
        classIndex < 0 ||
        !partition.binding[classIndex] ||
        (countsByClass[index]?.[classIndex] ?? 0) < (high[classIndex] ?? 0)
      );
    });
    if (!isFree) {
      if (remainingCounts[item] === remainingSessions) return null;
      continue;
    }
    chosenItems.push(item);
    for (const [index, { partition }] of bounds.entries()) {
      const classIndex = partition.classOf[item] ?? -1;
      const counts = countsByClass[index] as Int32Array;
      if (classIndex >= 0) counts[classIndex] = (counts[classIndex] ?? 0) + 1;
    }
  }
  if (chosenItems.length < size) return null;
  const isComplete = bounds.every(({ partition, low }, index) =>
    partition.binding.every((binds, at) => !binds || (countsByClass[index]?.[at] ?? 0) >= (low[at] ?? 0)),
  );
  return isComplete ? chosenItems : null;
}

/**
 * Finds a choice that satisfies two families of partitions, and tries to satisfy the partitions that cross them by
 * exchanges.
 */
function chooseByFlow(
  candidates: readonly number[],
  size: number,
  remainingCounts: Int32Array,
  remainingSessions: number,
  bounds: readonly ClassBounds[],
  [first, second, rest]: Families,
  random: Random,
): number[] | null {
  const isForced = (item: number) => remainingCounts[item] === remainingSessions;
  const split = first.length + second.length;
  const chosen = chooseItems(size, candidates, isForced, [
    bounds.slice(0, first.length),
    bounds.slice(first.length, split),
  ]);
  if (!chosen || rest.length === 0) return chosen;
  const chosenItems = new Set(chosen);
  const remainingItems = candidates.filter((item) => !chosenItems.has(item));
  exchangeItems(chosen, remainingItems, bounds, isForced, 2_000, random);
  return chosen;
}

function sumByClass(partition: ItemPartition, remainingCounts: Int32Array): Int32Array {
  const counts = new Int32Array(partition.values.length);
  for (const [item, count] of remainingCounts.entries()) {
    const classIndex = partition.classOf[item] ?? -1;
    if (classIndex >= 0) counts[classIndex] = (counts[classIndex] ?? 0) + count;
  }
  return counts;
}
