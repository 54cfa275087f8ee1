import type { Category } from "../basics/category.ts";
import { clusterRobustMean, robustTest } from "../clustered/cluster-robust-mean.ts";
import { minClusters } from "../clustered/clustered-estimate.ts";
import { type SignPatterns, signPatterns } from "../clustered/wild-cluster-test.ts";
import { type McnemarMethod, mcnemarTest } from "../proportions/mcnemar.ts";
import { type ItemOutcome, isRightOrWrong } from "./comparison.ts";

/** A pair of subjects on the items that both answered, before the correction of the family. */
export interface PairedRow {
  n: number;
  /** Number of items that one of the two subjects did not answer. */
  nDropped: number;
  /** Whether every answer of both subjects is right or wrong; otherwise some answers are shares of repeats. */
  isBinary: boolean;
  /** Both entirely right. */
  n11: number;
  /** Number of items on which only the first subject was right, or was right in more repeats. */
  n10: number;
  /** Number of items on which only the second subject was right, or was right in more repeats. */
  n01: number;
  /** Alike, and not entirely right. */
  n00: number;
  accuracyA: number | null;
  accuracyB: number | null;
  /** Accuracy of the first subject minus accuracy of the second. */
  difference: number | null;
  /** Limits at the uncorrected confidence level; null if the data do not vary. */
  low: number | null;
  high: number | null;
  nClusters: number;
  /**
   * Why there is no clustered interval although items share clusters; null if there is one, or if no clusters are
   * shared.
   */
  reason: string | null;
  /** The test on the items that differ: McNemar's test, or the sign test if answers are shares. */
  mcnemar: { method: McnemarMethod; pvalue: number };
  /** Limits with simultaneous coverage, at the level that all pairs share (alpha divided by their number). */
  simultaneous: { low: number; high: number } | null;
  /** The sum of the squared differences. */
  squares: number;
  /** The test over all sign patterns, for five to twelve clusters. */
  signPatterns: SignPatterns | null;
  /** The test with CR2 and Satterthwaite degrees of freedom; null if items share fewer than five clusters. */
  clustered: { se: number | null; t: number | null; df: number | null; pvalue: number | null };
}

const noInterval = { t: null, pvalue: null, low: null, high: null };
const noTest = { se: null, t: null, df: null, pvalue: null };

/**
 * Both tests of a pair: McNemar's test on the discordant items, and the paired difference with a standard error
 * clustered by `clusters` (the ordinary paired t if each item is its own cluster). With fewer than five shared clusters
 * there is no clustered test; the interval then treats items as independent, and `reason` states this. `joint` is the
 * level that several pairs share.
 */
export function testPair(
  a: readonly ItemOutcome[],
  b: readonly ItemOutcome[],
  clusters: readonly Category[],
  method: McnemarMethod,
  confidence: number,
  joint: number = confidence,
): PairedRow {
  const left: number[] = [];
  const right: number[] = [];
  const names: Category[] = [];
  a.forEach((answer, item) => {
    const other = b[item] ?? null;
    if (answer === null || other === null) return;
    left.push(Number(answer));
    right.push(Number(other));
    names.push(clusters[item]!);
  });
  const counts = { n11: 0, n10: 0, n01: 0, n00: 0 };
  left.forEach((answer, index) => {
    const other = right[index]!;
    counts[answer > other ? "n10" : answer < other ? "n01" : answer === 1 ? "n11" : "n00"] += 1;
  });
  const differences = left.map((value, index) => value - right[index]!);
  const nClusters = new Set(names).size;
  const isFew = nClusters < minClusters && nClusters < names.length;
  const result = clusterRobustMean(differences, isFew ? null : names);
  // With very few items no interval is reported, even if they share no clusters.
  const isTiny = left.length < minClusters;
  const { t, pvalue, low, high } = isTiny ? noInterval : robustTest(result, confidence);
  const jointTest = isTiny ? noInterval : robustTest(result, joint);
  const meanOf = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    n: left.length,
    nDropped: a.length - left.length,
    isBinary: isRightOrWrong([...left, ...right]),
    ...counts,
    accuracyA: meanOf(left),
    accuracyB: meanOf(right),
    difference: result.estimate,
    low: low === null ? null : Math.max(-1, low),
    high: high === null ? null : Math.min(1, high),
    simultaneous:
      jointTest.low === null || jointTest.high === null
        ? null
        : { low: Math.max(-1, jointTest.low), high: Math.min(1, jointTest.high) },
    squares: differences.reduce((sum, value) => sum + value * value, 0),
    signPatterns: signPatterns(differences, names),
    nClusters,
    reason: smallSampleReason(left.length, nClusters, { isTiny, isFew }),
    mcnemar: { method, pvalue: mcnemarTest(counts.n10, counts.n01, method).pvalue },
    clustered: isFew ? noTest : { se: result.se, t, df: result.df, pvalue },
  };
}

function smallSampleReason(
  n: number,
  clusters: number,
  { isTiny, isFew }: { isTiny: boolean; isFew: boolean },
): string | null {
  if (n === 0) return null;
  if (isTiny) return `${n} shared ${n === 1 ? "item is" : "items are"} too few for an interval.`;
  if (!isFew) return null;
  return `With ${clusters} ${clusters === 1 ? "cluster" : "clusters"} that both answered, items are treated as independent.`;
}
