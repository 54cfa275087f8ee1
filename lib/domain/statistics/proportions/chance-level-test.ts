import type { Category } from "../basics/category.ts";
import { completeRows } from "../basics/complete-rows.ts";
import { studentUpperTail } from "../basics/distributions.ts";
import { requireBinary, requireLevel } from "../basics/require-number.ts";
import { clusterRobustMean, robustTest } from "../clustered/cluster-robust-mean.ts";
import { exactBinomialTest } from "./exact-binomial.ts";

export interface ChanceLevelTest {
  n: number;
  /** Number of correct answers. */
  k: number;
  nDropped: number;
  nClusters: number;
  share: number | null;
  se: number | null;
  df: number | null;
  t: number | null;
  pvalue: number | null;
  /** One-sided p-value of the hypothesis that accuracy is above chance. */
  pGreater: number | null;
  low: number | null;
  high: number | null;
  /**
   * P-values of the exact binomial test, two-sided and "greater". The test ignores clusters: report it only as a
   * comparison.
   */
  exactP: number;
  exactPGreater: number;
}

/**
 * Tests a share of correct answers against the chance level, with the CR2 standard error and Satterthwaite degrees of
 * freedom over clusters: t = (share - chance)
 * se. Nulls are dropped and counted. Bell and McCaffrey (2002). Throws RangeError unless chance is strictly between 0
 * and 1 and every answer is 0, 1 or null.
 */
export function chanceLevelTest(
  y: readonly (number | null)[],
  clusters: readonly (Category | null)[] | null,
  chance: number,
  confidence = 0.95,
): ChanceLevelTest {
  requireLevel("chance", chance);
  for (const answer of y) requireBinary("y", answer, "missing allowed");
  const { columns, nDropped } = clusters ? completeRows({ y, clusters }) : completeRows({ y, clusters: y });
  const k = columns.y.reduce((sum, answer) => sum + answer, 0);
  const mean = clusterRobustMean(columns.y, clusters ? columns.clusters : null);
  const test = robustTest(mean, confidence, chance);
  return {
    n: mean.n,
    k,
    nDropped,
    nClusters: mean.nClusters,
    share: mean.estimate,
    se: mean.se,
    df: mean.df,
    t: test.t,
    pvalue: test.pvalue,
    pGreater: test.t === null ? null : studentUpperTail(test.t, mean.df!),
    low: test.low,
    high: test.high,
    exactP: exactBinomialTest(k, mean.n, chance).pvalue,
    exactPGreater: exactBinomialTest(k, mean.n, chance, "greater").pvalue,
  };
}
