/**
 * Something that one person at a time may hold: a slot of a study, a task of a collection.
 *
 * `availableAt` (milliseconds) is -Infinity while nobody has it, the lease's end while somebody does, and Infinity when
 * it cannot be claimed any more. The holder of an ended lease keeps it until somebody else claims it.
 */
export interface Holding {
  holder: string | null;
  availableAt: number;
  /** Raised by one each time it goes to somebody; writes carry the one they were given. */
  fence: number;
}

/** Whether somebody may have it now. At the very instant a lease ends it may be claimed. */
export function mayHold(holding: Holding, who: string, now: number): boolean {
  return holding.holder === who ? holding.availableAt < Number.POSITIVE_INFINITY : holding.availableAt <= now;
}

/**
 * The holding after somebody asked for it, or null when it is not to be had. Its holder renews it and keeps the fence,
 * even after the lease ended: nobody else was there. Anybody else gets a new fence, which makes late writes visible.
 */
export function taken(holding: Holding, who: string, now: number, minutes: number): Holding | null {
  if (!(minutes > 0 && Number.isFinite(minutes)))
    throw new RangeError(`a lease lasts more than 0 minutes, not ${minutes}`);
  if (!mayHold(holding, who, now)) return null;
  const fence = holding.holder === who ? holding.fence : holding.fence + 1;
  return { holder: who, availableAt: now + minutes * 60_000, fence };
}

/** Whether a write belongs to the present lease: from its holder, with its fence. Lateness alone loses nothing. */
export function isCurrent(holding: Holding, who: string, fence: number): boolean {
  return holding.holder === who && holding.fence === fence;
}

/** The holding after its holder gave it back. */
export function released(holding: Holding): Holding {
  return { holder: null, availableAt: Number.NEGATIVE_INFINITY, fence: holding.fence };
}
