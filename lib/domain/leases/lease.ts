/**
 * A lease on an object that one person at a time may hold: a slot of a study, a task of a collection, a job.
 *
 * `availableAt` (milliseconds) is -Infinity while no one holds it, the lease's end while someone does, and Infinity
 * when it can no longer be claimed. The holder of an expired lease keeps it until someone else claims it.
 *
 * Database queries use `lease_is_free`, `lease_end` and `next_fence`; a law test compares them with the functions here.
 */
export interface Lease {
  holder: string | null;
  availableAt: number;
  /** Incremented with each new holder, 0 before the first; writes carry the fence that their holder received. */
  fence: number;
}

/**
 * Whether anyone may claim it now. This includes the exact end of a lease; a completed holding can never be claimed.
 */
export function leaseIsFree(availableAt: number, now: number): boolean {
  return availableAt <= now && availableAt < Number.POSITIVE_INFINITY;
}

/** The end, in milliseconds, of a lease of the given number of minutes that begins now. */
export function leaseEnd(minutes: number, now: number): number {
  if (!(minutes > 0 && Number.isFinite(minutes)))
    throw new RangeError(`a lease lasts more than 0 minutes, not ${minutes}`);
  return now + minutes * 60_000;
}

/**
 * The fence of a claimant. The holder keeps their fence; anyone else, and a holder with only a reservation and no fence
 * yet, gets the next one, which makes late writes detectable.
 */
export function nextFence(fence: number, holder: string | null, who: string): number {
  return holder === who && fence > 0 ? fence : fence + 1;
}

/** Whether a person may have it now: anyone if it is free, its holder until it is done. */
export function mayTakeLease(holding: Lease, who: string, now: number): boolean {
  return holding.holder === who
    ? holding.availableAt < Number.POSITIVE_INFINITY
    : leaseIsFree(holding.availableAt, now);
}

/**
 * The lease after a claim, or null if the object is not available. The holder renews the lease and keeps the fence,
 * even after the lease ended, if no one else claimed it.
 */
export function claimLease(holding: Lease, who: string, now: number, minutes: number): Lease | null {
  const availableAt = leaseEnd(minutes, now);
  if (!mayTakeLease(holding, who, now)) return null;
  return { holder: who, availableAt, fence: nextFence(holding.fence, holding.holder, who) };
}

/** Whether a write belongs to the current lease: from its holder, with its fence. A late write is still accepted. */
export function isCurrentHolder(holding: Lease, who: string, fence: number): boolean {
  return holding.holder === who && holding.fence === fence;
}

/** The holding after its holder released it. */
export function releaseLease(holding: Lease): Lease {
  return { holder: null, availableAt: Number.NEGATIVE_INFINITY, fence: holding.fence };
}
