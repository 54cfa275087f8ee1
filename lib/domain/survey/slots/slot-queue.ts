import type { Random } from "../../random.ts";

/**
 * The new position of a returned slot in its stratum's queue: uniformly random between the first and the last waiting
 * slot, or after them. The next arrival therefore does not get the abandoned item more often than other items.
 *
 * @param waiting lowest and highest position of the free slots of the stratum; null if no other slot is free
 * @param previousPosition kept if no other slot is waiting
 */
export function returnPosition(
  waiting: { lowest: number; highest: number } | null,
  previousPosition: number,
  random: Random,
): number {
  if (!waiting) return previousPosition;
  const { lowest, highest } = waiting;
  if (!(lowest <= highest)) throw new RangeError(`a queue begins before it ends, not at ${lowest} and ${highest}`);
  return lowest + random.next() * (highest - lowest + 1);
}

/** The seed of the draw for a slot's return: the study's seed, the slot, and the number of its claims. */
export function returnSeed(seed: string, slot: string, claimNumber: number): string {
  return `${seed}/return/${slot}/${claimNumber}`;
}
