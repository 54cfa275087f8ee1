import * as z from "zod";
import { twoWayMean } from "../clustered/two-way-clustered-values.ts";
import { wildClusterTest } from "../clustered/wild-cluster-test.ts";
import { adjacentLevels, levelClusters } from "../differences/adjacent-levels.ts";
import { equivalenceTest } from "../differences/equivalence-test.ts";
import { pairedDifferenceTest } from "../differences/paired-difference-test.ts";
import { clusterPrecision, clustersForPrecision } from "../planning/cluster-precision.ts";
import { equivalencePower, equivalenceSampleSize } from "../planning/equivalence-power.ts";
import { chanceLevelTest } from "../proportions/chance-level-test.ts";
import { randomEffects } from "../sites/random-effects.ts";
import { type Call, call, zeroOrOne } from "./call.ts";

const number = z.number();
const numbers = z.array(number.nullable());
const answers = z.array(zeroOrOne.nullable());
const ids = z.array(z.union([z.string(), z.number()]).nullable());
const clusters = ids.nullable();

/** Tests and plans for clustered answers. */
export const clusteredCalls: Record<string, Call> = {
  cr2_paired: call(
    "a, b, clusters (null = none), conf (0.95) -> n, nDropped, nClusters, estimate, se, df, t, pvalue, low, high",
    { a: numbers, b: numbers, clusters, conf: number.optional() },
    ({ a, b, clusters, conf }) => pairedDifferenceTest(a, b, clusters, conf),
  ),
  tost_paired_clustered: call(
    "a, b, clusters (null = none), margin, alpha (0.05) -> n, nDropped, nClusters, diff, se, df, tLower, pLower, tUpper, pUpper, pvalue, low, high, equivalent, nonInferior",
    { a: numbers, b: numbers, clusters, margin: number, alpha: number.optional() },
    ({ a, b, clusters, margin, alpha = 0.05 }) => equivalenceTest(a, b, clusters, margin, alpha),
  ),
  tost_power_paired: call(
    "p10, p01, margin, alpha (0.05), designEffect (1), and n or power -> n, power",
    {
      p10: number,
      p01: number,
      margin: number,
      alpha: number.optional(),
      designEffect: number.optional(),
      n: number.nullish(),
      power: number.nullish(),
    },
    ({ n, power, alpha = 0.05, designEffect = 1, ...shares }) => {
      const plan = { ...shares, alpha, designEffect };
      if (isGiven(n) === isGiven(power)) throw new RangeError("exactly one of n and power must be given");
      return isGiven(n) ? equivalencePower(plan, n) : equivalenceSampleSize(plan, power!);
    },
  ),
  cgm_two_way: call(
    "values, clusterA, clusterB, conf (0.95) -> n, nA, nB, nAB, estimate, seA, seB, seAB, variance, se, fallback, df, low, high",
    { values: numbers, clusterA: ids, clusterB: ids, conf: number.optional() },
    ({ values, clusterA, clusterB, conf }) => twoWayMean(values, clusterA, clusterB, conf),
  ),
  wild_cluster_exact: call(
    "values, clusters (at most 12) -> n, nClusters, estimate, t, pvalue, pSignFlip, nDraws",
    { values: numbers, clusters: ids },
    ({ values, clusters }) => wildClusterTest(values, clusters),
  ),
  binomial_vs_chance_clustered: call(
    "y (0, 1, null), clusters (null = none), chance, conf (0.95) -> n, k, nDropped, nClusters, share, se, df, t, pvalue, pGreater, low, high, exactP, exactPGreater",
    { y: answers, clusters, chance: number, conf: number.optional() },
    ({ y, clusters, chance, conf }) => chanceLevelTest(y, clusters, chance, conf),
  ),
  adjacent_levels: call(
    `subject, story, level, correct, levelLow, levelHigh, clusterBy (${levelClusters.join(" | ")}), conf (0.95) -> nPairs, nDropped, nSubjects, nStories, meanLow, meanHigh, nClusters, estimate, se, df, t, pvalue, low, high`,
    {
      subject: ids,
      story: ids,
      level: ids,
      correct: numbers,
      levelLow: z.union([z.string(), number]),
      levelHigh: z.union([z.string(), number]),
      clusterBy: z.enum(levelClusters).optional(),
      conf: number.optional(),
    },
    ({ levelLow, levelHigh, clusterBy, conf, ...answers }) =>
      adjacentLevels(answers, levelLow, levelHigh, clusterBy, conf),
  ),
  cluster_precision: call(
    "share, icc, conf (0.95), and sizes, or clusterSize with halfWidth -> n, nClusters, deff, nEff, se, halfWidthZ, halfWidthT",
    {
      share: number,
      icc: number,
      conf: number.optional(),
      sizes: z.array(number).nullish(),
      clusterSize: number.nullish(),
      halfWidth: number.nullish(),
    },
    ({ share, icc, conf, sizes, clusterSize, halfWidth }) => {
      if (isGiven(sizes) && !isGiven(clusterSize) && !isGiven(halfWidth))
        return clusterPrecision(share, icc, sizes, conf);
      if (!isGiven(sizes) && isGiven(clusterSize) && isGiven(halfWidth))
        return clustersForPrecision(share, icc, clusterSize, halfWidth, conf);
      throw new RangeError("either sizes, or clusterSize with halfWidth, must be given");
    },
  ),
  random_effects: call(
    "estimates, variances, conf (0.95) -> estimate, se, low, high, tau2, q, df, pvalue, iSquared, predictionLow, predictionHigh",
    { estimates: z.array(number), variances: z.array(number), conf: number.optional() },
    ({ estimates, variances, conf }) => randomEffects(estimates, variances, conf),
  ),
};

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
