import type { Category as Cluster } from "../../statistics/basics/category.ts";
import { studentQuantile } from "../../statistics/basics/distributions.ts";
import { clusterRobustMean } from "../../statistics/clustered/cluster-robust-mean.ts";
import { minClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { twoWayClusteredMean } from "../../statistics/clustered/two-way-clustered-mean.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";

/**
 * A context-following rate: how often an observer followed the expression instead of memory (Du et al., equation 1).
 */
export interface FollowRate {
  /** Pairs in which both answers followed the expression. */
  context: number;
  /** Pairs in which both answers followed memory. */
  memory: number;
  /** context / (context + memory); null if there is no such pair. */
  rate: number | null;
  /** 95% limits; null without an interval. */
  low: number | null;
  high: number | null;
  /** Number of clusters in each clustering of the interval: facts, then participants. */
  clusters: number[];
  interval: IntervalMethod | null;
}

/**
 * `logit`: clustered standard error on the log-odds scale; `wilson`: all pairs agree, so a score interval over
 * clusters.
 */
export type IntervalMethod = "logit" | "wilson";

/** The cluster of each decision, for each clustering: by fact, and for people also by participant. */
export type Clusterings = readonly [first: readonly Cluster[], second?: readonly Cluster[]];

/** A decided pair: 1 if it followed the expression, 0 if it followed memory. */
export type FollowDecision = 0 | 1;

/**
 * The rate of decided pairs. Its interval accounts for the correlation of pairs about one fact or by one person.
 *
 * With one clustering, the error is CR2 with Satterthwaite degrees of freedom (Bell and McCaffrey 2002). With two
 * (people), it is the two-way clustered error with G - 1 degrees of freedom, where G is the smaller number of clusters.
 * The limits are computed on the log-odds scale, so that they stay between 0 and 1. If all pairs agree, the standard
 * error is uninformative; the interval is then Wilson's with the number of clusters as sample size. Otherwise there is
 * no interval for fewer than five clusters.
 */
export function followRate(
  decisions: readonly FollowDecision[],
  clusterings: Clusterings,
  confidence = 0.95,
): FollowRate {
  const context = decisions.reduce<number>((sum, decision) => sum + decision, 0);
  const memory = decisions.length - context;
  const rate = decisions.length === 0 ? null : context / decisions.length;
  const { clusters, standardError, df } = estimateError(decisions, clusterings);
  const smallestClusterCount = Math.min(...clusters);
  const withoutInterval: FollowRate = { context, memory, rate, low: null, high: null, clusters, interval: null };
  if (rate === null || standardError === null) return withoutInterval;
  if (context === 0 || memory === 0) {
    const { low, high } = wilsonInterval(rate === 1 ? smallestClusterCount : 0, smallestClusterCount, confidence);
    return { ...withoutInterval, low, high, interval: "wilson" };
  }
  if (smallestClusterCount < minClusters || df === null) return withoutInterval;
  const halfWidth = (studentQuantile((1 + confidence) / 2, df) * standardError) / (rate * (1 - rate));
  const logit = Math.log(rate / (1 - rate));
  return { ...withoutInterval, low: expit(logit - halfWidth), high: expit(logit + halfWidth), interval: "logit" };
}

function estimateError(decisions: readonly FollowDecision[], [first, second]: Clusterings) {
  if (!second) {
    const { nClusters, se, df } = clusterRobustMean(decisions, first);
    return { clusters: [nClusters], standardError: se, df };
  }
  const { nFirst, nSecond, se } = twoWayClusteredMean(decisions, first, second);
  return { clusters: [nFirst, nSecond], standardError: se, df: Math.min(nFirst, nSecond) - 1 };
}

function expit(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
