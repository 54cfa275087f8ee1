import { formatNumberOf, formatStatistic } from "../../format/figures.ts";
import { clusterWords } from "../model/share.ts";
import type { ItemCluster } from "../model/study-results.ts";
import type { AnalysisPlan } from "./analysis-plan.ts";

/**
 * Warns if a study has so few stories or source groups that no sign-pattern p-value can be significant after the
 * correction of a plan. With 7 stories, the smallest p-value is 1/64. Of four tests under Holm, the first requires at
 * most 0.05/4, which is less. Null if some p-value can be significant.
 *
 * @param clusters the cluster of each item (`chooseClusters`)
 * @param tests number of tests that are corrected together
 */
export function fewClustersWarning(
  clusters: readonly ItemCluster[],
  { family: { alpha } }: Pick<AnalysisPlan, "family">,
  tests: number,
): string | null {
  const count = new Set(clusters.map(({ id }) => id)).size;
  if (count === 0 || tests === 0) return null;
  const smallest = 2 ** (1 - count);
  const level = alpha / tests;
  if (smallest <= level) return null;
  const { one, many } = clusterWords(clusters);
  return `With ${formatNumberOf(count, one, many)} no p over all sign patterns is below 1/${2 ** (count - 1)} (${formatStatistic(smallest)}). After correction over ${formatNumberOf(tests, "test")} the smallest p must not exceed ${formatStatistic(level)}, so no result can survive the correction. The t test has no such limit, but rests on its assumptions with so few ${many}. Plan more ${many} or fewer tests.`;
}

/**
 * Minimum number of primary tests in a plan's correction: one per named model for each test of models, and one for each
 * other test.
 */
export function countMinTests({ family, models }: Pick<AnalysisPlan, "family" | "models">): number {
  const isOfModels = (kind: string) =>
    kind.startsWith("model-against") || kind === "equivalence" || kind === "non-inferiority";
  return family.tests
    .filter(({ role }) => role !== "secondary")
    .reduce((sum, { kind }) => sum + (isOfModels(kind) ? Math.max(1, models.length) : 1), 0);
}
