import * as z from "zod";
import { adjustmentMethods, adjustPValues } from "../basics/adjust-p-values.ts";
import { monteCarloPValue } from "../basics/monte-carlo-p-value.ts";
import { clusteredMean } from "../clustered/clustered-mean.ts";
import { meanRankPermutation } from "../differences/mean-rank-permutation.ts";
import { pairedClusteredDifference } from "../differences/paired-clustered-difference.ts";
import { type Call, call, category } from "./call.ts";

const numbers = z.array(z.number());
const clusters = z.array(category);

export const inferenceCalls: Record<string, Call> = {
  p_adjust: call(
    `p (null = NA), method (${adjustmentMethods.join(" | ")}) -> adjusted`,
    { p: z.array(z.number().nullable()), method: z.enum(adjustmentMethods) },
    ({ p, method }) => ({ adjusted: adjustPValues(p, method) }),
  ),
  mc_pvalue: call("exceed, k -> pvalue", { exceed: z.number(), k: z.number() }, ({ exceed, k }) =>
    monteCarloPValue(exceed, k),
  ),
  mean_rank_perm: call(
    "scores (models x types) -> meanRank, pTwoSided, pGreater, pLess, pTwoSidedBH",
    { scores: z.array(numbers) },
    ({ scores }) => meanRankPermutation(scores),
  ),
  cluster_se: call(
    "values, clusters, conf (0.95) -> n, nClusters, mean, seNaive, seCR0, seCR1, seMiller, ciLow, ciHigh",
    { values: numbers, clusters, conf: z.number().optional() },
    ({ values, clusters, conf }) => clusteredMean(values, clusters, conf),
  ),
  paired_cluster_se: call(
    "a, b, clusters -> n, nClusters, meanA, meanB, meanDiff, seUnpaired, sePaired, corr, seCR0, seCR1, t, df, pTwoSided",
    { a: numbers, b: numbers, clusters },
    ({ a, b, clusters }) => pairedClusteredDifference(a, b, clusters),
  ),
};
