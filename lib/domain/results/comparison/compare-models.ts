import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import { minClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { comparePairedInSteps, type PairedComparison } from "../../statistics/referee/compare-paired.ts";
import { type ChanceComparison, compareWithChanceInSteps } from "../../statistics/referee/compare-with-chance.ts";
import type { ItemOutcome } from "../../statistics/referee/comparison.ts";
import { finish, type Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import type { ResultTiePolicy } from "../model/majority.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusterOf, clusterWords } from "../model/share.ts";
import type { ModelSeries } from "../model/study-results.ts";
import {
  getCountedAnswer,
  hasRepeats,
  type ModelScore,
  modelReadOtherText,
  modelScores,
  type ReadingSummary,
  summarizeReading,
} from "./compared-cells.ts";
import { fillMissingAnswers } from "./missing-fills.ts";
import { computeOverallTests, type OverallTests } from "./overall-test.ts";
import { maxMissingShare } from "./side-words.ts";
import { type FilledModels, type WorstCase, worstOfChance, worstOfPairs } from "./worst-models.ts";

/** The comparisons of models with each other on the same cells, and of all sides with the chance level. */
export interface ModelComparisons extends OverallTests {
  /**
   * Every pair of models, with tie letters; null for fewer than two models or if the referee refuses the comparison.
   */
  pairs: PairedComparison | null;
  /**
   * The comparison of every pair of all models, if the plan fixed the pairs of only some models: exploratory and
   * corrected separately. Otherwise null.
   */
  allPairs: PairedComparison | null;
  /**
   * Tests of each model and of people's majority against the chance level; null if the items differ in their chance
   * level. The majority vote of a model's repeats is tested too, outside the family of these tests.
   */
  chance: ChanceComparison | null;
  /** Whether `pairs`, and the models of `chance`, are planned tests, corrected together with all tests of the plan. */
  isPlanned: { pairs: boolean; chance: boolean };
  /** Why cells are treated as independent; null if there are enough stories to use as clusters. */
  reason: string | null;
  /** Models with more than 5% missing answers (unparsed, or never asked): no conclusion is drawn about them. */
  incomplete: { label: string; missing: number; called: number }[];
  /** The worst case of each test, in test order: the result if missing and unparsed answers favoured the other side. */
  worst: Record<"pairs" | "allPairs" | "chance", (WorstCase | null)[]>;
  /** Cells excluded from a model's column because its text differed from the one that people read. */
  mismatched: number;
}

/**
 * The correction of planned tests; `beside` has the p-values of the other tests of the plan, which are corrected
 * together with them.
 */
export interface PlannedFamily {
  family: AdjustmentMethod;
  alpha: number;
  beside: readonly (number | null)[];
}

/** The planned tests among models and against chance; null for kinds of tests that the plan does not name. */
export interface PlannedModelTests {
  names(series: ModelSeries): boolean;
  pairs: PlannedFamily | null;
  chance: PlannedFamily | null;
}

/**
 * Compares models with each other on single cells. The score of a model in a cell is its share of right answers over
 * repeats, like the share of people. The majority of repeats is a separate observer with its own name. The referee
 * chooses the tests. Planned tests are corrected by the method and level of the plan together with all tests of the
 * plan, all other tests by Holm at 0.05. Tie letters are based on the corrected tests.
 */
export function compareModels(...given: Parameters<typeof compareModelsInSteps>): ModelComparisons {
  return finish(compareModelsInSteps(...given));
}

/** `compareModels` as a generator, with one model or some pairs per step. */
export function* compareModelsInSteps(
  cells: readonly ResultCell[],
  series: readonly ModelSeries[],
  {
    chance,
    withMismatches,
    ties = "half",
    planned = null,
  }: {
    chance: number | null;
    withMismatches: boolean;
    ties?: ResultTiePolicy;
    planned?: PlannedModelTests | null;
  },
): Steps<ModelComparisons> {
  const scoresOf = (of: readonly ResultCell[], id: string, score: ModelScore) =>
    modelScores(of, id, score, withMismatches);
  // A model without counted answers is not part of any pair, and has no tie letter.
  const answeredSeries = series.filter(({ id }) => scoresOf(cells, id, "mean").some((score) => score !== null));
  const labels = answeredSeries.map((one) => seriesLabel(one, series));
  const stories = cells.map(({ item }) => clusterOf(item).id);
  const clusters = new Set(stories).size >= minClusters ? stories : null;
  const columns: ItemOutcome[][] = [];
  const majorities: { label: string; id: string; outcomes: ItemOutcome[] }[] = [];
  for (const [index, { id }] of answeredSeries.entries()) {
    columns.push(scoresOf(cells, id, "mean"));
    const isRepeated = cells.some((cell) => hasRepeats(getCountedAnswer(cell, id, withMismatches)));
    const label = `${labels[index]!}, majority of repeats`;
    if (isRepeated) majorities.push({ label, id, outcomes: scoresOf(cells, id, "majority") });
    yield;
  }
  function* comparePairs(indices: readonly number[], family: PlannedFamily | null): Steps<PairedComparison | null> {
    if (indices.length < 2) return null;
    const outcomes = cells.map((_, row) => indices.map((place) => columns[place]![row]!));
    const names = indices.map((place) => labels[place]!);
    yield;
    const comparison = yield* comparePairedInSteps({ labels: names, outcomes, clusters, ...family });
    return comparison.ok ? comparison : null;
  }
  const allIndices = [...answeredSeries.keys()];
  const namedIndices = allIndices.filter((place) => planned?.names(answeredSeries[place]!) ?? true);
  const plannedPairs = planned?.pairs ?? null;
  const hasPlannedChance = (planned?.chance ?? null) !== null;
  const subjects = [
    { label: "People’s majority", outcomes: cells.map(({ majority }) => majority), isApart: hasPlannedChance },
    ...labels.map((label, place) => ({
      label,
      outcomes: columns[place]!,
      isApart: hasPlannedChance && !namedIndices.includes(place),
    })),
    ...majorities.map(({ label, outcomes }) => ({ label, outcomes, isApart: true })),
  ];
  const chanceResult =
    chance === null ? null : yield* compareWithChanceInSteps({ subjects, chance, clusters, ...planned?.chance });
  const pairs = yield* comparePairs(plannedPairs ? namedIndices : allIndices, plannedPairs);
  const allPairs =
    plannedPairs && namedIndices.length < allIndices.length ? yield* comparePairs(allIndices, null) : null;
  const chanceComparison = chanceResult?.ok ? chanceResult : null;
  const readings = answeredSeries.map(({ id }) => summarizeReading(cells, id, withMismatches));
  const observers = new Map<string, { id: string; score: ModelScore }>([
    ...labels.map((label, place) => [label, { id: answeredSeries[place]!.id, score: "mean" }] as const),
    ...majorities.map(({ label, id }) => [label, { id, score: "majority" }] as const),
  ]);
  const missingOf = (id: string) => readings[answeredSeries.findIndex((one) => one.id === id)]!.absent;
  const createFilledModels = (family: PlannedFamily | null | undefined): FilledModels => ({
    missing: new Map([...observers].map(([label, { id }]) => [label, missingOf(id)])),
    columnOf: (label, score) => {
      const { id, score: kind } = observers.get(label)!;
      return scoresOf(
        fillMissingAnswers(cells, [id], () => score, { withMismatches }),
        id,
        kind,
      );
    },
    clusters,
    beside: family?.beside ?? [],
  });
  return {
    ...computeOverallTests(
      cells,
      namedIndices.map((place) => answeredSeries[place]!.id),
      { ties, withMismatches },
    ),
    pairs,
    allPairs,
    chance: chanceComparison,
    worst: {
      pairs: pairs ? yield* worstOfPairs(pairs, createFilledModels(plannedPairs)) : [],
      allPairs: allPairs ? yield* worstOfPairs(allPairs, createFilledModels(null)) : [],
      chance: chanceComparison ? yield* worstOfChance(chanceComparison, createFilledModels(planned?.chance)) : [],
    },
    isPlanned: { pairs: plannedPairs !== null, chance: (planned?.chance ?? null) !== null },
    reason:
      clusters === null
        ? `With fewer than ${minClusters} ${clusterWords(cells.map(({ item }) => clusterOf(item))).many}, cells are treated as independent of each other.`
        : null,
    incomplete: listIncomplete(readings, labels),
    mismatched: withMismatches ? 0 : countMismatches(cells, answeredSeries),
  };
}

function countMismatches(cells: readonly ResultCell[], series: readonly ModelSeries[]): number {
  return cells.reduce((sum, cell) => sum + series.filter(({ id }) => modelReadOtherText(cell, id)).length, 0);
}

function listIncomplete(
  readings: readonly ReadingSummary[],
  labels: readonly string[],
): ModelComparisons["incomplete"] {
  return readings.flatMap(({ missing, called }, index) =>
    (missing ?? 0) > maxMissingShare ? [{ label: labels[index]!, missing: Math.round(missing! * called), called }] : [],
  );
}
