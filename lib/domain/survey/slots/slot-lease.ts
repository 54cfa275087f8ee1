import { leaseEnd } from "../../leases/lease.ts";

/** How long a slot is reserved from its claim while its session has no answers, in minutes. */
export const firstLeaseMinutes = 30;

/** If people are waiting, the minimum time without a submitted screen before a slot is released, in minutes. */
const idleMinutes = 20;

/** The minimum idle time as a multiple of the planned reading time of the screen, if that is longer. */
const readingTimeFactor = 3;

/**
 * The end of the lease of a slot that is claimed or renewed now, in milliseconds: after the minutes that the protocol
 * sets. Before the first answer, it is at most `firstLeaseMinutes` after the claim, even if heartbeats arrive. A script
 * that only opens sessions therefore cannot reserve slots for long. The database function is `slot_lease_end`.
 */
export function slotLeaseEnd(minutes: number, claimedAt: number, hasAnswered: boolean, now: number): number {
  const end = leaseEnd(minutes, now);
  return hasAnswered ? end : Math.min(end, leaseEnd(firstLeaseMinutes, claimedAt));
}

/**
 * The time, in milliseconds, from which a slot may be released for waiting people if no further screen is submitted:
 * after `max(20 minutes, 3 x the planned reading time)`. The database function is `slot_release_at`.
 */
export function slotReleaseAt(plannedMs: number, now: number): number {
  return now + Math.max(idleMinutes * 60_000, readingTimeFactor * plannedMs);
}
