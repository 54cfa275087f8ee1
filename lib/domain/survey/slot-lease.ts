import { leaseEnd } from "../leases/lease.ts";

/** How long a slot is kept from its claim while its session has answered nothing, in minutes. */
export const firstLeaseMinutes = 30;

/** While people wait, how long someone may submit no screen before their slot is released, in minutes, at least. */
const idleMinutes = 20;

/** The same as a multiple of the time that the protocol plans for reading the screen. */
const plannedTimes = 3;

/**
 * When the lease of a slot ends that is claimed or renewed now, in milliseconds: after the protocol's minutes, but before
 * the first answer never later than `firstLeaseMinutes` after the claim, however many signs of life there are. A script
 * that only opens sessions therefore holds no slot for long. The database decides by `slot_lease_end`.
 */
export function slotLeaseEnd(minutes: number, claimedAt: number, hasAnswered: boolean, now: number): number {
  const end = leaseEnd(minutes, now);
  return hasAnswered ? end : Math.min(end, leaseEnd(firstLeaseMinutes, claimedAt));
}

/**
 * From when on a slot may be released for people who wait, in milliseconds, where no screen is submitted after the one
 * submitted now: `max(20 minutes, 3 x the planned reading time)`. The database decides by `slot_release_at`.
 */
export function slotReleaseAt(plannedMs: number, now: number): number {
  return now + Math.max(idleMinutes * 60_000, plannedTimes * plannedMs);
}
