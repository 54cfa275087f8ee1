import { normalTwoSidedQuantile } from "../basics/distributions.ts";
import { requireBinary, requireLevel, requireSameLength } from "../basics/require-number.ts";

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
