import * as z from "zod";
import { cochranQ } from "../proportions/cochran-q.ts";
import { alternatives, exactBinomialTest } from "../proportions/exact-binomial.ts";
import { mcnemarAsSpss, mcnemarMethods, mcnemarTest } from "../proportions/mcnemar.ts";
import { pairedCounts } from "../proportions/paired-counts.ts";
import { twoProportionTest } from "../proportions/two-proportions.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { type Call, call, zeroOrOne } from "./call.ts";

const number = z.number();
const answers = z.array(zeroOrOne.nullable());

export const proportionCalls: Record<string, Call> = {
  wilson: call(
    "k, n, conf (0.95) -> estimate, low, high",
    { k: number, n: number, conf: number.optional() },
    ({ k, n, conf }) => wilsonInterval(k, n, conf),
  ),
  binom_test: call(
    `k, n, p, alternative (${alternatives.join(" | ")}) -> pvalue`,
    { k: number, n: number, p: number, alternative: z.enum(alternatives).optional() },
    ({ k, n, p, alternative }) => exactBinomialTest(k, n, p, alternative),
  ),
  mcnemar: call(
    `b, c, method (${mcnemarMethods.join(" | ")}) -> statistic, df, pvalue`,
    { b: number, c: number, method: z.enum(mcnemarMethods) },
    ({ b, c, method }) => mcnemarTest(b, c, method),
  ),
  mcnemar_spss: call(
    "b, c, exactMax (25) -> method, statistic, df, pvalue",
    { b: number, c: number, exactMax: number.optional() },
    ({ b, c, exactMax }) => mcnemarAsSpss(b, c, exactMax),
  ),
  paired_counts: call("a, b (0, 1, null) -> n, n11, n10, n01, n00, nDropped", { a: answers, b: answers }, ({ a, b }) =>
    pairedCounts(a, b),
  ),
  cochran_q: call(
    "rows (items x treatments, 0/1) -> statistic, df, pvalue, columnTotals",
    { rows: z.array(z.array(zeroOrOne)) },
    ({ rows }) => cochranQ(rows),
  ),
  two_prop_z: call(
    "k1, n1, k2, n2 -> p1, p2, pooled, diff, z, pTwoSided, pGreater, pLess",
    { k1: number, n1: number, k2: number, n2: number },
    ({ k1, n1, k2, n2 }) => twoProportionTest(k1, n1, k2, n2),
  ),
};
