/**
 * Something that one person at a time may hold: a slot of a study, a task of a collection, a job.
 *
 * `availableAt` (milliseconds) is -Infinity while no one has it, the lease's end while someone does, and Infinity when
 * it cannot be claimed any more. The holder of an ended lease keeps it until someone else claims it.
 *
 * Where the database decides, it asks `lease_is_free`, `lease_end` and `next_fence`; a law test asks them and the
 * functions here the same.
 */
export interface Holding {
  holder: string | null;
  availableAt: number;
  /** Raised by one each time it goes to someone, 0 before the first time; writes carry the one they were given. */
  fence: number;
}

/** Whether anyone may claim it now. At the very instant a lease ends it may be; what is done never. */
export function leaseIsFree(availableAt: number, now: number): boolean {
  return availableAt <= now && availableAt < Number.POSITIVE_INFINITY;
}

/** When a lease of so many minutes that begins now ends, in milliseconds. */
export function leaseEnd(minutes: number, now: number): number {
  if (!(minutes > 0 && Number.isFinite(minutes)))
    throw new RangeError(`a lease lasts more than 0 minutes, not ${minutes}`);
  return now + minutes * 60_000;
}

/**
 * The fence of anyone who takes it. Its holder keeps the one they have; anyone else, and a holder for whom it was only
 * reserved and who has none yet, gets the next one, which makes late writes visible.
 */
export function nextFence(fence: number, holder: string | null, who: string): number {
  return holder === who && fence > 0 ? fence : fence + 1;
}

/** Whether someone may have it now: anyone when it is free, its holder until it is done. */
export function mayHold(holding: Holding, who: string, now: number): boolean {
  return holding.holder === who
    ? holding.availableAt < Number.POSITIVE_INFINITY
    : leaseIsFree(holding.availableAt, now);
}

/**
 * The holding after someone asked for it, or null when it is not to be had. Its holder renews it and keeps the fence,
 * even after the lease ended: no one else was there.
 */
export function taken(holding: Holding, who: string, now: number, minutes: number): Holding | null {
  const availableAt = leaseEnd(minutes, now);
  if (!mayHold(holding, who, now)) return null;
  return { holder: who, availableAt, fence: nextFence(holding.fence, holding.holder, who) };
}

/** Whether a write belongs to the present lease: from its holder, with its fence. Lateness alone loses nothing. */
export function isCurrent(holding: Holding, who: string, fence: number): boolean {
  return holding.holder === who && holding.fence === fence;
}

/** The holding after its holder gave it back. */
export function released(holding: Holding): Holding {
  return { holder: null, availableAt: Number.NEGATIVE_INFINITY, fence: holding.fence };
}
