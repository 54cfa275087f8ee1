import type { Category } from "../basics/category.ts";
import { studentQuantile, studentUpperTail } from "../basics/distributions.ts";
import { clusterRobustMean } from "../clustered/cluster-robust-mean.ts";
import { pairedRows } from "./paired-difference-test.ts";

export interface EquivalenceTest {
  n: number;
  nDropped: number;
  nClusters: number;
  /** Mean of a - b; null without a pair. */
  diff: number | null;
  se: number | null;
  df: number | null;
  /**
   * (diff + margin) / se and its upper tail probability. The probability is small if a is not worse than b by the
   * margin.
   */
  tLower: number | null;
  pLower: number | null;
  /**
   * (diff - margin) / se and its lower tail probability. The probability is small if a is not better than b by the
   * margin.
   */
  tUpper: number | null;
  pUpper: number | null;
  /** The larger of the two. */
  pvalue: number | null;
  /** The interval with confidence 1 - 2 alpha. a and b are equivalent if the interval is inside the margin. */
  low: number | null;
  high: number | null;
  equivalent: boolean | null;
  /** Whether a is shown to be not worse than b by more than the margin. */
  nonInferior: boolean | null;
}

/**
 * Two one-sided tests of a paired difference (Schuirmann 1987) with the CR2 standard error and Satterthwaite degrees of
 * freedom over clusters. If `clusters` is null, it is the ordinary paired test. Without variation, or with one cluster,
 * the decision is null, never true. The statement "at human level" requires this test.
 *
 * Throws RangeError unless margin > 0 and 0 < alpha < 0.5.
 */
export function equivalenceTest(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  clusters: readonly (Category | null)[] | null,
  margin: number,
  alpha: number,
): EquivalenceTest {
  requireMargin(margin);
  requireOneSidedLevel(alpha);
  const rows = pairedRows(a, b, clusters);
  const { n, nClusters, estimate, se, df } = clusterRobustMean(rows.differences, rows.clusters, rows.scale);
  const head = { n, nDropped: rows.nDropped, nClusters, diff: estimate, se, df };
  if (estimate === null || !se || df === null) return { ...head, ...undecided };
  const tLower = (estimate + margin) / se;
  const tUpper = (estimate - margin) / se;
  const pLower = studentUpperTail(tLower, df);
  const pUpper = studentUpperTail(-tUpper, df);
  const half = -studentQuantile(alpha, df) * se;
  const pvalue = Math.max(pLower, pUpper);
  return {
    ...head,
    tLower,
    pLower,
    tUpper,
    pUpper,
    pvalue,
    low: estimate - half,
    high: estimate + half,
    equivalent: pvalue < alpha,
    nonInferior: pLower < alpha,
  };
}

const undecided = {
  tLower: null,
  pLower: null,
  tUpper: null,
  pUpper: null,
  pvalue: null,
  low: null,
  high: null,
  equivalent: null,
  nonInferior: null,
};

/** Throws RangeError unless the margin is a finite number above 0. */
export function requireMargin(margin: number): void {
  if (!(margin > 0 && Number.isFinite(margin)))
    throw new RangeError(`margin must be a finite number above 0, not ${margin}`);
}

/** Throws RangeError unless a one-sided level is strictly between 0 and 0.5. */
export function requireOneSidedLevel(alpha: number): void {
  if (!(alpha > 0 && alpha < 0.5)) throw new RangeError(`alpha must lie strictly between 0 and 0.5, not be ${alpha}`);
}
