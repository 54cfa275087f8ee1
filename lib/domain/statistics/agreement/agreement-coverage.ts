import type { Category } from "../basics/category.ts";
import { pairableUnits } from "../basics/units.ts";

/** Expected number of items on which values differ by chance, and observed number of items on which values differ. */
export interface Disagreement {
  expected: number;
  observed: number;
}

/**
 * Minimum expected number of items that differ by chance; below it, no interval is shown. With too few items or too
 * rare an answer, jackknife limits of nominal alpha and kappa cover the truth in as few as 63% of simulated studies at
 * a nominal 95%.
 */
const minExpectedForLimits = 10;

/**
 * Minimum expected and observed numbers; below either, limits are approximate and cover the truth in 88 to 100% of
 * simulated studies. Otherwise they cover it in 92 to 99% (20 to 400 items, 2 to 5 raters who err in 2 to 14%, an
 * answer of 5 to 50%; `npm run bench:coverage`).
 */
const minExpected = 20;
const minObserved = 10;

/** The reason that replaces an interval whose coverage would be too low. */
export const tooRareReason = "No interval: too few items, or too rare an answer, for reliable coverage.";

/**
 * Minimum expected number of pairs that differ by chance; below it, the large-sample interval of kappa covers the truth
 * in 45 to 92% of simulated studies at a nominal 95%.
 */
const minExpectedPairs = 20;

/** Whether the large-sample interval of Cohen's kappa is unreliable for this number of pairs and chance agreement. */
export function isTooRareForKappa({ n, pe }: { n: number; pe: number | null }): boolean {
  return pe !== null && n * (1 - pe) < minExpectedPairs;
}

/** Limits with their limitation, or the reason why there are none. `reason` is null if the limits are reliable. */
export interface CheckedLimits {
  low: number | null;
  high: number | null;
  reason: string | null;
}

/** The jackknife limits of nominal alpha or kappa with their limitation, or the reason why they may not be shown. */
export function checkLimits(
  { low, high }: { low: number | null; high: number | null },
  { expected, observed }: Disagreement,
): CheckedLimits {
  if (low === null || high === null) return { low, high, reason: null };
  if (expected < minExpectedForLimits) return { low: null, high: null, reason: tooRareReason };
  const isApproximate = expected < minExpected || observed < minObserved;
  return {
    low,
    high,
    reason: isApproximate ? "Approximate: 88 to 100% of such intervals contain the true value." : null,
  };
}

/**
 * Minimum expected number of items that differ by chance; below it, jackknife limits of ordinal and interval alpha are
 * approximate. They cover the truth in 77 to 97% of simulated studies if most ratings are at one end of the scale (15
 * to 100 items, 3 raters).
 */
const minExpectedForOrder = 50;

/** The jackknife confidence limits of alpha for ordinal or interval data, and when they are unreliable. */
export function checkOrderedLimits(
  { low, high }: { low: number | null; high: number | null },
  { expected }: Disagreement,
): CheckedLimits {
  if (low === null || high === null) return { low, high, reason: null };
  if (expected < minExpectedForLimits) return { low: null, high: null, reason: tooRareReason };
  const isApproximate = expected < minExpectedForOrder;
  return {
    low,
    high,
    reason: isApproximate ? "Approximate: 77 to 97% of such intervals contain the true value." : null,
  };
}

/** Minimum number of items; below it, jackknife limits of a mean rank correlation are approximate. */
const minItemsForRanks = 20;

/**
 * The note next to the mean rank correlation of this number of items; null from 20 items on (simulated coverage: 92%
 * with 10 items, 94% with 40 items).
 */
export function rankNote(items: number): string | null {
  return items < minItemsForRanks ? "Approximate: 91 to 95% of such intervals contain the true value." : null;
}

/** The disagreement in a raters x units table (null = missing), over units with at least two values. */
export function disagreementOf(data: readonly (readonly (Category | null)[])[]): Disagreement {
  const units = pairableUnits(data);
  const totals: number[] = [];
  for (const { counts } of units)
    counts.forEach((count, category) => {
      totals[category] = (totals[category] ?? 0) + count;
    });
  return {
    expected: units.length * chanceOfDifference(Object.values(totals)),
    observed: units.filter(({ values, counts }) => counts.every((count) => count < values)).length,
  };
}

/** The probability that two randomly drawn values of these counts differ. */
export function chanceOfDifference(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return n < 2 ? 0 : counts.reduce((sum, count) => sum + count * (n - count), 0) / (n * (n - 1));
}
