import { fewestClusters } from "../statistics/clustered-estimate.ts";
import { comparePaired, type PairedComparison } from "../statistics/referee/compare-paired.ts";
import { type ChanceComparison, compareWithChance } from "../statistics/referee/compare-with-chance.ts";
import type { ResultCell } from "./cells.ts";
import { readingOf } from "./compare-sides.ts";
import { seriesLabel } from "./series-label.ts";
import { clusterOf, clusterWords } from "./share.ts";
import { mostMissing } from "./side-sentence.ts";
import type { ModelSeries } from "./study-results.ts";

/** Models beside each other on the same cells, and everybody against the chance level. */
export interface ModelComparisons {
  /** Every pair of models, with Cochran's Q first and tie letters; null for fewer than two models or where it is refused. */
  pairs: PairedComparison | null;
  /** Each model and people's majority against the chance level; null where items differ in that. */
  chance: ChanceComparison | null;
  /** Why cells are taken as independent of each other; null where stories are enough to cluster by. */
  reason: string | null;
  /** Models with more than 5% of their answers missing (unparsed, or never asked): nothing is concluded about them. */
  incomplete: { label: string; missing: number; called: number }[];
  /** Cells left out of a model's column because its text was another one than people read. */
  mismatched: number;
}

/**
 * Compares models with each other on single cells: the majority of a model's repeats, unparsed answers wrong, parts of a
 * point (ties of repeats) left out because the tests need right or wrong. The referee chooses the tests; Holm corrects.
 */
export function compareModels(
  cells: readonly ResultCell[],
  series: readonly ModelSeries[],
  { chance, withMismatches }: { chance: number | null; withMismatches: boolean },
): ModelComparisons {
  const answered = series.filter(({ id }) => cells.some(({ models }) => (models.get(id)?.majority ?? null) !== null));
  const labels = answered.map((one) => seriesLabel(one, series));
  const stories = cells.map(({ item }) => clusterOf(item).id);
  const clusters = new Set(stories).size >= fewestClusters ? stories : null;
  const columns = answered.map(({ id }) => cells.map((cell) => verdictOf(cell, id, withMismatches)));
  const outcomes = cells.map((_, row) => columns.map((column) => column[row]!));
  const pairs = answered.length < 2 ? null : comparePaired({ labels, outcomes, clusters });
  const subjects = [
    { label: "People’s majority", outcomes: cells.map(({ isMajorityRight }) => isMajorityRight) },
    ...labels.map((label, index) => ({ label, outcomes: columns[index]! })),
  ];
  const against = chance === null ? null : compareWithChance({ subjects, chance, clusters });
  return {
    pairs: pairs?.ok ? pairs : null,
    chance: against?.ok ? against : null,
    reason:
      clusters === null
        ? `With fewer than ${fewestClusters} ${clusterWords(cells.map(({ item }) => clusterOf(item))).many}, cells are taken as independent of each other.`
        : null,
    incomplete: answered.flatMap(({ id }, index) => {
      const { missing, called } = readingOf(cells, id);
      return (missing ?? 0) > mostMissing
        ? [{ label: labels[index]!, missing: Math.round(missing! * called), called }]
        : [];
    }),
    mismatched: withMismatches
      ? 0
      : cells.reduce(
          (sum, { models }) => sum + answered.filter(({ id }) => models.get(id)?.parity === "mismatch").length,
          0,
        ),
  };
}

function verdictOf({ models }: ResultCell, seriesId: string, withMismatches: boolean): boolean | null {
  const answer = models.get(seriesId);
  if (!answer || (answer.parity === "mismatch" && !withMismatches)) return null;
  return answer.majority === 1 ? true : answer.majority === 0 ? false : null;
}
