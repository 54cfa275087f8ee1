/** Maximum time that an arrival waits although a slot is free, in milliseconds. */
export const briefWaitMs = 20_000;

/** With at least this number of free slots no one waits: the random draw among them hides which slot was returned. */
export const enoughFree = 5;

/** Minimum ratio of reserved to free slots at which nearly all open slots count as reserved. */
export const heldPerFreeSlot = 9;

/**
 * Whether a new arrival of a group waits instead of claiming a slot.
 *
 * If no slot is free and some are reserved, arrivals wait for one. If very few are free and nearly all are reserved, a
 * returned slot would go to the next arrival immediately, and the assignment of items would depend on who left.
 * Arrivals therefore wait briefly, so that other slots can return, and then take a slot that is drawn. The database
 * function `arrival_waits` implements the same rule. The query that calls it counts `free` only up to `enoughFree`, and
 * `held` only up to `heldPerFreeSlot` for each free slot.
 */
export function arrivalWaits(free: number, held: number, waitedMs: number): boolean {
  if (free === 0) return held > 0;
  return free < enoughFree && held >= heldPerFreeSlot * free && waitedMs < briefWaitMs;
}
