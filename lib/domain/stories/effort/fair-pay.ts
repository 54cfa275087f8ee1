/** What someone was paid for some work, against a floor. Money in the smallest unit of the currency (cents). */
export interface FairPay {
  hours: number;
  /** Pay an active hour; null without any active time. */
  perHour: number | null;
  /** What is missing to the floor, rounded up; 0 when there is nothing missing. Shown, and never a reason to reject. */
  topUp: number;
}

/** Effective pay by the hour of active time, and the top-up that a floor asks for. */
export function fairPay(activeMs: number, paid: number, floorPerHour: number): FairPay {
  for (const [name, value] of Object.entries({ activeMs, paid, floorPerHour })) {
    if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`${name} must be 0 or more, not ${value}`);
  }
  const hours = activeMs / 3_600_000;
  // Rounded to a thousandth of a cent first, so that 0.1 + 0.2 does not cost a cent.
  const missing = Math.round((hours * floorPerHour - paid) * 1000) / 1000;
  return { hours, perHour: activeMs === 0 ? null : paid / hours, topUp: Math.max(0, Math.ceil(missing)) };
}
