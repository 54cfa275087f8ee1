/**
 * A lease on an object that one person at a time may hold: a slot of a study, a task of a collection, a job.
 *
 * `availableAt`, in milliseconds, is -Infinity while no one holds the object, the end of the lease while someone does,
 * and Infinity once it can no longer be claimed. The holder of an expired lease keeps it until someone else claims the
 * object. Database queries use `lease_is_free`, `lease_end` and `next_fence`; a test compares them with these
 * functions.
 */
export interface Lease {
  holder: string | null;
  availableAt: number;
  /** Incremented with each new holder; 0 before the first. Each write carries the fence that its holder received. */
  fence: number;
}

/**
 * Whether anyone may claim the object now. At the exact end of a lease it is free; a completed object can never be
 * claimed.
 */
export function leaseIsFree(availableAt: number, now: number): boolean {
  return availableAt <= now && availableAt < Number.POSITIVE_INFINITY;
}

/** The end, in milliseconds, of a lease that begins now and lasts `minutes`. */
export function leaseEnd(minutes: number, now: number): number {
  if (!(minutes > 0 && Number.isFinite(minutes)))
    throw new RangeError(`a lease lasts more than 0 minutes, not ${minutes}`);
  return now + minutes * 60_000;
}

/**
 * The fence of a claimant. The current holder keeps the fence. Anyone else gets the next fence, and so does a holder
 * with only a reservation, who has no fence yet. Late writes are detected by an old fence.
 */
export function nextFence(fence: number, holder: string | null, who: string): number {
  return holder === who && fence > 0 ? fence : fence + 1;
}

/** Whether a person may have the object now: anyone if it is free, its holder until it is completed. */
export function mayTakeLease(holding: Lease, who: string, now: number): boolean {
  return holding.holder === who
    ? holding.availableAt < Number.POSITIVE_INFINITY
    : leaseIsFree(holding.availableAt, now);
}

/**
 * The lease after a claim; null if the object is not available. The holder renews the lease and keeps the fence, even
 * after the end of the lease if no one else has claimed the object.
 */
export function claimLease(holding: Lease, who: string, now: number, minutes: number): Lease | null {
  const availableAt = leaseEnd(minutes, now);
  if (!mayTakeLease(holding, who, now)) return null;
  return { holder: who, availableAt, fence: nextFence(holding.fence, holding.holder, who) };
}

/**
 * Whether a write comes from the current holder with the current fence. A write after the end of the lease is still
 * accepted.
 */
export function isCurrentHolder(holding: Lease, who: string, fence: number): boolean {
  return holding.holder === who && holding.fence === fence;
}

/** The holding after its holder released it. */
export function releaseLease(holding: Lease): Lease {
  return { holder: null, availableAt: Number.NEGATIVE_INFINITY, fence: holding.fence };
}
