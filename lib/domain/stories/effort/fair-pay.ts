/** The pay for some work, compared with a minimum. Money in the smallest currency unit (cents). */
export interface FairPay {
  hours: number;
  /** Pay per active hour; null without active time. */
  perHour: number | null;
  /**
   * The amount that is missing to reach the minimum, rounded up; 0 if nothing is missing. Only displayed, never a
   * reason to reject work.
   */
  topUp: number;
}

/** Computes the effective pay per hour of active time, and the top-up that a minimum requires. */
export function fairPay(activeMs: number, paid: number, floorPerHour: number): FairPay {
  for (const [name, value] of Object.entries({ activeMs, paid, floorPerHour })) {
    if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`${name} must be 0 or more, not ${value}`);
  }
  const hours = activeMs / 3_600_000;
  // Rounded to a thousandth of a cent first, so that floating-point errors (0.1 + 0.2) do not add a cent.
  const missing = Math.round((hours * floorPerHour - paid) * 1000) / 1000;
  return { hours, perHour: activeMs === 0 ? null : paid / hours, topUp: Math.max(0, Math.ceil(missing)) };
}
