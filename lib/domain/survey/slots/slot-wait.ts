/** Maximum wait of an arrival while a slot is free, in milliseconds. */
export const briefWaitMs = 20_000;

/** From this number of free slots on, no one waits: the draw among them is then enough to hide a returned slot. */
export const enoughFree = 5;

/** Minimum ratio of held to free slots at which nearly all open slots count as held. */
export const heldPerFreeSlot = 9;

/**
 * Whether a new arrival of a group waits instead of claiming a slot.
 *
 * If no slot is free and some are held, arrivals wait for one. If very few are free and nearly all are held, a returned
 * slot would go to the next arrival immediately, and the assignment of items would depend on who left. Arrivals
 * therefore wait briefly, so that other slots can return, and then take a slot that is drawn. The database function
 * `arrival_waits` implements the same rule, and stops counting early: `free` at `enoughFree`, `held` at
 * `heldPerFreeSlot` for each of them.
 */
export function arrivalWaits(free: number, held: number, waitedMs: number): boolean {
  if (free === 0) return held > 0;
  return free < enoughFree && held >= heldPerFreeSlot * free && waitedMs < briefWaitMs;
}
