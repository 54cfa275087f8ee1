import { binomialUpperTail, normalQuantile, studentQuantile } from "../distributions.ts";
import { exactBinomialTest } from "../exact-binomial.ts";
import { firstTrue } from "../first-true.ts";
import { connorPairs } from "../power-mcnemar.ts";
import { powerTwoProportions } from "../power-two-proportions.ts";

/** The level a test was judged at and the power wanted, usually 0.8. */
export interface Detection {
  alpha: number;
  power: number;
}

/**
 * The smallest true difference that a t-test with this standard error would find with the given power:
 * (t(1 - alpha/2) + t(power)) * se on df degrees of freedom (Bloom 1995). null when the standard error is 0 or unknown.
 */
export function detectableByT(se: number | null, df: number | null, { alpha, power }: Detection): number | null {
  if (se === null || se === 0 || df === null || df < 1) return null;
  return (studentQuantile(power, df) - studentQuantile(alpha / 2, df)) * se;
}

/**
 * The smallest true difference of two success rates on the same n items that McNemar's test would find with the given
 * power, when the sides differ on a share psi of the items (Connor 1987, solved for the difference). The difference
 * cannot exceed psi, so a larger difference raises psi with it. null when even a difference of 1 would not be found.
 */
export function detectableByMcnemar(n: number, psi: number, { alpha, power }: Detection): number | null {
  return smallestDetectable((difference) => connorPairs(Math.max(psi, difference), difference, alpha, power) <= n);
}

/**
 * The smallest true difference from the rate p1 that the two-proportion test with n answers a group would find with the
 * given power, in the direction where more room is left. null when none would be.
 */
export function detectableByTwoProportions(p1: number, n: number, { alpha, power }: Detection): number | null {
  const direction = p1 > 0.5 ? -1 : 1;
  const room = Math.max(p1, 1 - p1);
  return smallestDetectable((difference) => {
    const reached = powerTwoProportions({ p1, p2: p1 + direction * Math.min(difference, room), alpha }, n).power;
    return difference <= room && reached !== null && reached >= power;
  }, room);
}

/**
 * The smallest true difference from the rate `chance` that the exact binomial test on n answers would find with the given
 * power, in the direction where more room is left. null when even certainty would not be found.
 */
export function detectableByBinomial(n: number, chance: number, { alpha, power }: Detection): number | null {
  // The lower side is the upper side of the failures.
  const base = chance > 0.5 ? 1 - chance : chance;
  const critical = firstTrue(Math.ceil(n * base), n + 1, (k) => exactBinomialTest(k, n, base).pvalue <= alpha);
  if (critical > n) return null;
  return smallestDetectable((difference) => binomialUpperTail(critical, n, base + difference) >= power, 1 - base);
}

/**
 * The smallest true deviation of a type's mean rank from (K + 1)/2 that the permutation test over M models would find
 * with the given power, by the normal approximation to its null variance (K^2 - 1)/(12 M).
 */
export function detectableMeanRank(models: number, types: number, { alpha, power }: Detection): number | null {
  if (models < 1 || types < 2) return null;
  const deviation = Math.sqrt((types * types - 1) / (12 * models));
  const detectable = (normalQuantile(power) - normalQuantile(alpha / 2)) * deviation;
  return detectable > (types - 1) / 2 ? null : detectable;
}

/** Halves [0, largest] for the smallest difference that is found; differences above it are found as well. */
function smallestDetectable(isFound: (difference: number) => boolean, largest = 1): number | null {
  if (!isFound(largest)) return null;
  let low = 0;
  let high = largest;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}
