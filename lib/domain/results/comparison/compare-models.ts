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
  isMismatched,
  type ModelScore,
  modelScores,
  type ReadingSummary,
  summarizeReading,
} from "./compared-cells.ts";
import { fillMissingAnswers } from "./missing-fills.ts";
import { type OverallTests, overallTests } from "./overall-test.ts";
import { maxMissingShare } from "./side-sentence.ts";
import { type FilledModels, type WorstCase, worstOfChance, worstOfPairs } from "./worst-models.ts";

/** The comparisons of models with each other on the same cells, and of all sides with the chance level. */
export interface ModelComparisons extends OverallTests {
  /**
   * Every pair of models, with tie letters; null for fewer than two models or if the referee refuses the comparison.
   */
  pairs: PairedComparison | null;
  /**
   * If the plan fixed the pairs of some models only: every pair of all models, exploratory, corrected among themselves;
   * otherwise null.
   */
  allPairs: PairedComparison | null;
  /**
   * Each model and people's majority against the chance level, and, outside their family, the majority of the repeats
   * of each model that has some; null if the items differ in their chance level.
   */
  chance: ChanceComparison | null;
  /** Whether `pairs`, and the models of `chance`, are planned tests, corrected together with all tests of the plan. */
  isPlanned: { pairs: boolean; chance: boolean };
  /** Why cells are treated as independent; null if there are enough stories to cluster by. */
  reason: string | null;
  /** Models with more than 5% missing answers (unparsed, or never asked): no conclusion is drawn about them. */
  incomplete: { label: string; missing: number; called: number }[];
  /**
   * The worst case of each test: its result if missing and unparsed answers favoured the other side, in test order.
   */
  worst: Record<"pairs" | "allPairs" | "chance", (WorstCase | null)[]>;
  /** Cells excluded from a model's column because its text differed from the one that people read. */
  mismatched: number;
}

/** Planned tests, with the p-values of the other tests of the plan, for the common correction. */
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
 * Compares models with each other on single cells: the share of right answers among a model's repeats, like the share
 * of people. The majority of repeats is a separate observer with its own name. The referee chooses the tests. Planned
 * tests are corrected by the plan's method at its level over all of its tests, and letters follow; all others by Holm
 * at 0.05.
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
  // A model without counted answers is not part of any pair, and has no letter.
  const answered = series.filter(({ id }) => scoresOf(cells, id, "mean").some((score) => score !== null));
  const labels = answered.map((one) => seriesLabel(one, series));
  const stories = cells.map(({ item }) => clusterOf(item).id);
  const clusters = new Set(stories).size >= minClusters ? stories : null;
  const columns: ItemOutcome[][] = [];
  const majorities: { label: string; id: string; outcomes: ItemOutcome[] }[] = [];
  for (const [place, { id }] of answered.entries()) {
    columns.push(scoresOf(cells, id, "mean"));
    const isRepeated = cells.some((cell) => hasRepeats(getCountedAnswer(cell, id, withMismatches)));
    const label = `${labels[place]!}, majority of repeats`;
    if (isRepeated) majorities.push({ label, id, outcomes: scoresOf(cells, id, "majority") });
    yield;
  }
  function* pairsOf(places: readonly number[], family: PlannedFamily | null): Steps<PairedComparison | null> {
    if (places.length < 2) return null;
    const outcomes = cells.map((_, row) => places.map((place) => columns[place]![row]!));
    const names = places.map((place) => labels[place]!);
    yield;
    const found = yield* comparePairedInSteps({ labels: names, outcomes, clusters, ...family });
    return found.ok ? found : null;
  }
  const all = [...answered.keys()];
  const namedIndices = all.filter((place) => planned?.names(answered[place]!) ?? true);
  const plannedPairs = planned?.pairs ?? null;
  const hasApart = (planned?.chance ?? null) !== null;
  const subjects = [
    { label: "People’s majority", outcomes: cells.map(({ majority }) => majority), isApart: hasApart },
    ...labels.map((label, place) => ({
      label,
      outcomes: columns[place]!,
      isApart: hasApart && !namedIndices.includes(place),
    })),
    ...majorities.map(({ label, outcomes }) => ({ label, outcomes, isApart: true })),
  ];
  const chanceResult =
    chance === null ? null : yield* compareWithChanceInSteps({ subjects, chance, clusters, ...planned?.chance });
  const pairs = yield* pairsOf(plannedPairs ? namedIndices : all, plannedPairs);
  const allPairs = plannedPairs && namedIndices.length < all.length ? yield* pairsOf(all, null) : null;
  const found = chanceResult?.ok ? chanceResult : null;
  const readings = answered.map(({ id }) => summarizeReading(cells, id, withMismatches));
  const observers = new Map<string, { id: string; score: ModelScore }>([
    ...labels.map((label, place) => [label, { id: answered[place]!.id, score: "mean" }] as const),
    ...majorities.map(({ label, id }) => [label, { id, score: "majority" }] as const),
  ]);
  const missingOf = (id: string) => readings[answered.findIndex((one) => one.id === id)]!.absent;
  const filled = (family: PlannedFamily | null | undefined): FilledModels => ({
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
    ...overallTests(
      cells,
      namedIndices.map((place) => answered[place]!.id),
      { ties, withMismatches },
    ),
    pairs,
    allPairs,
    chance: found,
    worst: {
      pairs: pairs ? yield* worstOfPairs(pairs, filled(plannedPairs)) : [],
      allPairs: allPairs ? yield* worstOfPairs(allPairs, filled(null)) : [],
      chance: found ? yield* worstOfChance(found, filled(planned?.chance)) : [],
    },
    isPlanned: { pairs: plannedPairs !== null, chance: (planned?.chance ?? null) !== null },
    reason:
      clusters === null
        ? `With fewer than ${minClusters} ${clusterWords(cells.map(({ item }) => clusterOf(item))).many}, cells are treated as independent of each other.`
        : null,
    incomplete: listIncomplete(readings, labels),
    mismatched: withMismatches ? 0 : countMismatches(cells, answered),
  };
}

function countMismatches(cells: readonly ResultCell[], series: readonly ModelSeries[]): number {
  return cells.reduce((sum, cell) => sum + series.filter(({ id }) => isMismatched(cell, id)).length, 0);
}

function listIncomplete(
  readings: readonly ReadingSummary[],
  labels: readonly string[],
): ModelComparisons["incomplete"] {
  return readings.flatMap(({ missing, called }, index) =>
    (missing ?? 0) > maxMissingShare ? [{ label: labels[index]!, missing: Math.round(missing! * called), called }] : [],
  );
}
