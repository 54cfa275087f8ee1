/** How long an arrival waits at most while something is free, in milliseconds. */
export const briefWaitMs = 20_000;

/** From so many free slots on, no one waits: a returned slot is then one of enough for the draw among them to hide it. */
export const enoughFree = 5;

/** Held slots for each free one that make "nearly all open slots are held". */
export const heldForEachFree = 9;

/**
 * Whether a new arrival of a group waits instead of claiming a slot.
 *
 * Where nothing is free and something is held, they wait for it. Where hardly anything is free and nearly all is held,
 * a slot that someone gave back would go to the next arrival at once, so who gets which item would depend on who left:
 * they wait briefly, so that others can come back, and then take what the draw gives them. The database decides by the
 * same rule (`arrival_waits`), and counts no further than it needs: `free` up to `enoughFree`, `held` up to
 * `heldForEachFree` for each of them.
 */
export function arrivalWaits(free: number, held: number, waitedMs: number): boolean {
  if (free === 0) return held > 0;
  return free < enoughFree && held >= heldForEachFree * free && waitedMs < briefWaitMs;
}
