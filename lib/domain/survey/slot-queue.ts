import type { Random } from "../random.ts";

/**
 * Where a slot that came back stands in its stratum's queue from now on: anywhere between the first and the last of the
 * slots that wait there, or behind them, each place equally likely. Anyone who comes next therefore does not meet the item
 * that someone has just left more often than any other.
 *
 * @param waiting lowest and highest position of the free slots of the stratum; null when no other one is free
 * @param own its position so far, which it keeps when it waits alone
 */
export function returnPosition(
  waiting: { lowest: number; highest: number } | null,
  own: number,
  random: Random,
): number {
  if (!waiting) return own;
  const { lowest, highest } = waiting;
  if (!(lowest <= highest)) throw new RangeError(`a queue begins before it ends, not at ${lowest} and ${highest}`);
  return lowest + random.next() * (highest - lowest + 1);
}

/** What the draw for a slot's return is seeded with: the study's seed, the slot, and how often it had been claimed. */
export function returnSeed(seed: string, slot: string, turn: number): string {
  return `${seed}/return/${slot}/${turn}`;
}
