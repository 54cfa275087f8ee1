import { requireCount } from "../basics/require-number.ts";

/** Tolerance for bounds, because decimals are not binary fractions. */
const tolerance = 1e-9;

/** A share printed with two decimals. `of` is the number of answers, or null if the share is a mean of real numbers. */
export interface PrintedShare {
  printed: number;
  of: number | null;
}

/**
 * The smallest and the largest value that rounds to a printed share with two decimals. A share of n answers is a
 * multiple of 1/n; a tie may have been rounded in either direction. Null if no multiple rounds to the printed value.
 */
export function rangeBeforeRounding({ printed, of }: PrintedShare): { low: number; high: number } | null {
  const low = Math.max(0, printed - 0.005);
  const high = Math.min(1, printed + 0.005);
  if (of === null) return { low, high };
  requireCount("of", of, 1);
  const [first, last] = [Math.ceil(low * of - tolerance), Math.floor(high * of + tolerance)];
  return first > last ? null : { low: first / of, high: last / of };
}

/**
 * Whether a printed mean of two shares with equal weights is consistent with the printed shares, and the possible range
 * of the mean. The counts behind the shares are integers, so the range is narrower than rounding to two decimals alone
 * would allow.
 */
export function checkPrintedMean(
  a: PrintedShare,
  b: PrintedShare,
  printedMean: number,
): { possible: boolean; low: number; high: number } {
  const [ofA, ofB] = [rangeBeforeRounding(a), rangeBeforeRounding(b)];
  if (!ofA || !ofB) throw new RangeError("no count rounds to the share that is printed");
  const [low, high] = [(ofA.low + ofB.low) / 2, (ofA.high + ofB.high) / 2];
  const possible = low <= printedMean + 0.005 + tolerance && high >= printedMean - 0.005 - tolerance;
  return { possible, low, high };
}
