import type { Category } from "../basics/category.ts";
import { normalTwoSidedQuantile } from "../basics/distributions.ts";
import { requireBinary, requireLevel, requireSameLength } from "../basics/require-number.ts";
import { type CheckedLimits, isTooRareForKappa, tooRareReason } from "./agreement-coverage.ts";
import { kappaLimits } from "./agreement-intervals.ts";
import { type CohenKappa, cohenKappa } from "./cohen-kappa.ts";

export interface KappaGoodnessOfFit {
  n: number;
  nDropped: number;
  bothOne: number;
  discordant: number;
  bothZero: number;
  /** Share of ones over both raters; null without items. */
  share: number | null;
  /** Intraclass kappa for one share of ones that both raters have in common. */
  kappa: number | null;
  low: number | null;
  high: number | null;
  reason: "no items" | "all answers alike" | null;
}

/**
 * The intraclass kappa of two raters who share one probability of a 1, with the goodness-of-fit interval: the values K
 * for which the chi-squared distance of the observed from the expected counts (both one, discordant, both zero) is
 * below the `confidence` quantile with one degree of freedom. Its coverage is nominal even for few items and a rare
 * answer; the large-sample interval of Cohen's kappa then covers 45 to 90%. It is not nominal if the raters' shares
 * of ones differ by 0.2 or more.
 *
 * Items with a null are dropped. Donner and Eliasziw (1992). Throws RangeError for lists of different lengths and
 * values other than 0, 1 and null.
 */
export function kappaGoodnessOfFit(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  confidence = 0.95,
): KappaGoodnessOfFit {
  requireLevel("conf", confidence);
  requireSameLength("a", a, "b", b);
  const counts = { n: 0, bothOne: 0, discordant: 0, bothZero: 0 };
  for (const [index, left] of a.entries()) {
    const right = b[index]!;
    requireBinary("a", left, "missing allowed");
    requireBinary("b", right, "missing allowed");
    if (left === null || right === null) continue;
    counts.n += 1;
    if (left !== right) counts.discordant += 1;
    else if (left === 1) counts.bothOne += 1;
    else counts.bothZero += 1;
  }
  return { ...kappaIntervalOfCounts(counts, confidence), nDropped: a.length - counts.n };
}

/** The same from counts. */
export function kappaIntervalOfCounts(
  counts: { n: number; bothOne: number; discordant: number; bothZero: number },
  confidence = 0.95,
): Omit<KappaGoodnessOfFit, "nDropped"> {
  const { n, bothOne, discordant, bothZero } = counts;
  const none = { kappa: null, low: null, high: null };
  if (n === 0) return { ...counts, share: null, ...none, reason: "no items" };
  const p = (2 * bothOne + discordant) / (2 * n);
  if (bothOne === n || bothZero === n) return { ...counts, share: p, ...none, reason: "all answers alike" };
  const q = (2 * bothZero + discordant) / (2 * n);
  const kappa = 1 - discordant / (2 * n * p * q);
  const critical = normalTwoSidedQuantile(confidence) ** 2;
  const isInside = (at: number) =>
    distance(bothOne, n * (p * p + p * q * at)) +
      distance(discordant, 2 * n * p * q * (1 - at)) +
      distance(bothZero, n * (q * q + p * q * at)) <
    critical;
  const least = Math.max(-p / q, -q / p);
  return {
    ...counts,
    share: p,
    kappa,
    low: bothOne === 0 || bothZero === 0 ? least : limitBetween(kappa, least, isInside),
    high: discordant === 0 ? 1 : limitBetween(kappa, 1, isInside),
    reason: null,
  };
}

/** Cohen's kappa of a pair of raters and, if they used exactly two categories, the counts for its interval. */
export interface KappaOfPair extends CohenKappa {
  binary?: { bothOne: number; discordant: number; bothZero: number; shareDifference: number } | null;
}

/** `cohenKappa` with the counts that `checkedKappaLimits` needs. */
export function kappaOfPair(a: readonly (Category | null)[], b: readonly (Category | null)[]): KappaOfPair {
  const found = cohenKappa(a, b);
  const pairs = a.flatMap((left, index) => {
    const right = b[index] ?? null;
    return left === null || right === null ? [] : [[left, right] as const];
  });
  const categories = [...new Set(pairs.flat())];
  if (categories.length !== 2) return { ...found, binary: null };
  const isOne = (value: Category) => value === categories[0];
  const count = (isCounted: (left: boolean, right: boolean) => boolean) =>
    pairs.filter(([left, right]) => isCounted(isOne(left), isOne(right))).length;
  const onlyLeft = count((left, right) => left && !right);
  const onlyRight = count((left, right) => !left && right);
  return {
    ...found,
    binary: {
      bothOne: count((left, right) => left && right),
      discordant: onlyLeft + onlyRight,
      bothZero: count((left, right) => !left && !right),
      shareDifference: Math.abs(onlyLeft - onlyRight) / pairs.length,
    },
  };
}

/** Maximum difference of the raters' shares for which the goodness-of-fit interval keeps its coverage. */
const maxShareDifference = 0.1;

/**
 * Expected number of pairs that differ by chance, up to which the large-sample interval covers less than 92% for two
 * categories (simulated: 83% with 28 expected pairs, 91% with 72, 94% with 110).
 */
const minExpectedOfBinary = 100;

/** Minimum number of items for a goodness-of-fit interval. */
const minItems = 10;

/**
 * Minimum number of the rarer answer per rater; below it, the goodness-of-fit interval covers 86 to 99% (simulated: 10
 * to 40 items, kappa 0 to 0.9), otherwise 93 to 98%.
 */
const minRareAnswers = 4;

/**
 * The 95% limits of Cohen's kappa as shown on pages and in files, limited to -1 and 1, or the reason why there are
 * none. With two categories, few pairs that differ by chance and similar shares: the goodness-of-fit interval (Donner
 * and Eliasziw 1992). Otherwise the large-sample interval, which is refused where its coverage is too low.
 */
export function checkedKappaLimits({
  kappa,
  se,
  n,
  pe = null,
  binary = null,
}: Pick<KappaOfPair, "kappa" | "se" | "binary"> & { n?: number; pe?: number | null }): CheckedLimits {
  const none = { low: null, high: null };
  if (kappa === null) return { ...none, reason: "Kappa is undefined: all answers are the same." };
  const isFew = binary !== null && n !== undefined && pe !== null && n * (1 - pe) < minExpectedOfBinary;
  if (isFew && binary.shareDifference <= maxShareDifference) {
    if (n < minItems) return { ...none, reason: tooRareReason };
    const { low, high, share } = kappaIntervalOfCounts({ n, ...binary });
    const isApproximate = n * Math.min(share!, 1 - share!) < minRareAnswers;
    return {
      low,
      high,
      reason: isApproximate ? "Approximate: 86 to 99% of such intervals contain the true value." : null,
    };
  }
  const { low, high } = kappaLimits({ kappa, se });
  if (low === null || high === null)
    return {
      ...none,
      reason:
        kappa === 1
          ? "No interval: all answers agree."
          : "No interval: the standard error is zero for these answers, which does not hold in general.",
    };
  if (isFew || (n !== undefined && isTooRareForKappa({ n, pe }))) return { ...none, reason: tooRareReason };
  return { low: Math.max(-1, low), high: Math.min(1, high), reason: null };
}

function distance(observed: number, expected: number): number {
  return expected <= 0 ? Number.POSITIVE_INFINITY : (observed - expected) ** 2 / expected;
}

/**
 * Finds the limit between kappa and `end`: the point at which the distance reaches the critical value. The distance is
 * convex in K, and smallest at kappa.
 */
function limitBetween(kappa: number, end: number, isInside: (at: number) => boolean): number {
  let [inside, outside] = [kappa, end];
  for (let step = 0; step < 100; step += 1) {
    const middle = (inside + outside) / 2;
    if (isInside(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}
