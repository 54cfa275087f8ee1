import { type Random, shuffled } from "../../random.ts";
import { type ClassBounds, chooseItems } from "./choose-items.ts";
import { exchangeItems } from "./exchange-items.ts";
import type { Families, Partition } from "./partition.ts";

/**
 * The sessions of one pool, one after the other, so that item `i` comes up exactly `counts[i]` times.
 *
 * Each session takes what the sessions after it could no longer place (an item that is due in every one of them; the part
 * of a class that would not fit into them), and otherwise what is due most. While the counts allow it, two families of
 * nested classes always leave such a choice; classes beyond them are kept where the first choice happens to keep them.
 */
export function composePool(
  sessions: number,
  itemsPerSession: number,
  counts: Int32Array,
  families: Families,
  random: Random,
): number[][] {
  if (itemsPerSession === 1) {
    // No rule can tell one item from another, and there may be tens of thousands of sessions.
    return shuffled(
      [...counts].flatMap((count, item) => Array.from({ length: count }, () => [item])),
      random,
    );
  }
  const due = Int32Array.from(counts);
  const partitions = families.flat();
  const dueOf = partitions.map((partition) => dueByClass(partition, due));
  const composed: number[][] = [];
  for (let left = sessions; left > 0; left -= 1) {
    const candidates = byUrgency(due, random);
    const bounds = partitions.map((partition, index) => boundsNow(partition, dueOf[index] as Int32Array, left));
    const chosen =
      chooseInOrder(candidates, itemsPerSession, due, left, bounds) ??
      chooseByFlow(candidates, itemsPerSession, due, left, bounds, families, random) ??
      // The counts do not fit the rules: anyone who called repairs the sessions afterwards.
      candidates.slice(0, itemsPerSession);
    for (const item of chosen) {
      due[item] = (due[item] ?? 0) - 1;
      for (const [index, { classOf }] of partitions.entries()) {
        const at = classOf[item] ?? -1;
        const classes = dueOf[index] as Int32Array;
        if (at >= 0) classes[at] = (classes[at] ?? 0) - 1;
      }
    }
    composed.push(chosen);
  }
  return shuffled(composed, random);
}

/** Items that are still due, the most often due first, equals in random order. */
function byUrgency(due: Int32Array, random: Random): number[] {
  const keys = Float64Array.from(due, (count) => count + random.next());
  const candidates: number[] = [];
  for (const [item, count] of due.entries()) if (count > 0) candidates.push(item);
  return candidates.sort((left, right) => (keys[right] ?? 0) - (keys[left] ?? 0));
}

/** What a class must give to this session and may give, so that the sessions after it can place the rest. */
function boundsNow(partition: Partition, due: Int32Array, left: number): ClassBounds {
  const low = Int32Array.from(due, (count, at) =>
    Math.max(partition.low[at] ?? 0, count - (partition.high[at] ?? 0) * (left - 1)),
  );
  const high = Int32Array.from(due, (count, at) =>
    Math.min(partition.high[at] ?? 0, count - (partition.low[at] ?? 0) * (left - 1)),
  );
  return { partition, low, high };
}

/** Takes candidates in their order as long as the bounds allow; null when that misses an item or class that is due. */
function chooseInOrder(
  candidates: readonly number[],
  size: number,
  due: Int32Array,
  left: number,
  bounds: readonly ClassBounds[],
): number[] | null {
  const taken = bounds.map(({ partition }) => new Int32Array(partition.values.length));
  const chosen: number[] = [];
  for (const item of candidates) {
    if (chosen.length === size) {
      // Candidates come by urgency: the next one tells for all.
      if (due[item] === left) return null;
      break;
    }
    const isFree = bounds.every(({ partition, high }, index) => {
      const at = partition.classOf[item] ?? -1;
      return at < 0 || !partition.binding[at] || (taken[index]?.[at] ?? 0) < (high[at] ?? 0);
    });
    if (!isFree) {
      if (due[item] === left) return null;
      continue;
    }
    chosen.push(item);
    for (const [index, { partition }] of bounds.entries()) {
      const at = partition.classOf[item] ?? -1;
      const counts = taken[index] as Int32Array;
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  if (chosen.length < size) return null;
  const isComplete = bounds.every(({ partition, low }, index) =>
    partition.binding.every((binds, at) => !binds || (taken[index]?.[at] ?? 0) >= (low[at] ?? 0)),
  );
  return isComplete ? chosen : null;
}

/** A choice that keeps two families, and, as far as exchanges get, the partitions that cross them. */
function chooseByFlow(
  candidates: readonly number[],
  size: number,
  due: Int32Array,
  left: number,
  bounds: readonly ClassBounds[],
  [first, second, rest]: Families,
  random: Random,
): number[] | null {
  const isForced = (item: number) => due[item] === left;
  const split = first.length + second.length;
  const chosen = chooseItems(size, candidates, isForced, [
    bounds.slice(0, first.length),
    bounds.slice(first.length, split),
  ]);
  if (!chosen || rest.length === 0) return chosen;
  const taken = new Set(chosen);
  const others = candidates.filter((item) => !taken.has(item));
  exchangeItems(chosen, others, bounds, isForced, 2_000, random);
  return chosen;
}

function dueByClass(partition: Partition, due: Int32Array): Int32Array {
  const counts = new Int32Array(partition.values.length);
  for (const [item, count] of due.entries()) {
    const at = partition.classOf[item] ?? -1;
    if (at >= 0) counts[at] = (counts[at] ?? 0) + count;
  }
  return counts;
}
