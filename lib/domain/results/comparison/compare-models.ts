import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import { fewestClusters } from "../../statistics/clustered/clustered-estimate.ts";
import { type CochranQ, cochranQ } from "../../statistics/proportions/cochran-q.ts";
import { comparePairedInSteps, type PairedComparison } from "../../statistics/referee/compare-paired.ts";
import { type ChanceComparison, compareWithChanceInSteps } from "../../statistics/referee/compare-with-chance.ts";
import { finish, type Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import { isMajorityRight, type ResultTiePolicy, strictScore, strictTies } from "../model/majority.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusterOf, clusterWords } from "../model/share.ts";
import type { ModelSeries } from "../model/study-results.ts";
import { summarizeReading } from "./compared-cells.ts";
import { withMissingAs } from "./missing-fills.ts";
import { maxMissingShare } from "./side-sentence.ts";
import { type FilledModels, type WorstCase, worstOfChance, worstOfPairs } from "./worst-models.ts";

/** The comparisons of models with each other on the same cells, and of all sides with the chance level. */
export interface ModelComparisons {
  /**
   * Cochran's Q over people's majority and the models of the family, as in Street et al. 2024; null for fewer than three
   * subjects or if no cell has an answer of all of them.
   */
  overall: (CochranQ & { n: number; subjects: number }) | null;
  /**
   * Every pair of models, with Cochran's Q first and tie letters; null for fewer than two models or if it is refused.
   */
  pairs: PairedComparison | null;
  /**
   * If the plan fixed the pairs of some models only: every pair of all models, exploratory, corrected among themselves;
   * otherwise null.
   */
  allPairs: PairedComparison | null;
  /** Each model and people's majority against the chance level; null if items differ in it. */
  chance: ChanceComparison | null;
  /** Whether `pairs`, and the models of `chance`, are planned tests, corrected together with all tests of the plan. */
  isPlanned: { pairs: boolean; chance: boolean };
  /** Why cells are treated as independent; null if there are enough stories to cluster by. */
  reason: string | null;
  /** Models with more than 5% missing answers (unparsed, or never asked): no conclusion is drawn about them. */
  incomplete: { label: string; missing: number; called: number }[];
  /** Each test if missing and unparsed answers favoured the other side, in the order of the tests. */
  worst: Record<"pairs" | "allPairs" | "chance", (WorstCase | null)[]>;
  /** Cells excluded from a model's column because its text differed from the one that people read. */
  mismatched: number;
}

/** Planned tests, with the p-values of the plan's other tests, which are corrected together with them. */
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
 * Compares models with each other on single cells: the majority of a model's repeats, unparsed answers wrong. The tests
 * need right or wrong, so a tie of repeats or of people is resolved by the tie rule of tests (`strictTies`). The
 * referee chooses the tests. Planned tests are corrected by the plan's method at its level over all of its tests, and
 * letters follow; all others by Holm at 0.05.
 */
export function compareModels(...given: Parameters<typeof compareModelsInSteps>): ModelComparisons {
  return finish(compareModelsInSteps(...given));
}

/** The same as a generator, one model or some pairs per step. */
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
  const testTies = strictTies(
    cells.map(({ item }) => item),
    ties,
  );
  // A model without counted answers is in no pair, and has no letter.
  const answered = series.filter(({ id }) =>
    cells.some((cell) => verdictOf(cell, id, testTies, withMismatches) !== null),
  );
  const labels = answered.map((one) => seriesLabel(one, series));
  const stories = cells.map(({ item }) => clusterOf(item).id);
  const clusters = new Set(stories).size >= fewestClusters ? stories : null;
  const columns: (boolean | null)[][] = [];
  for (const { id } of answered) {
    columns.push(cells.map((cell) => verdictOf(cell, id, testTies, withMismatches)));
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
  const named = all.filter((place) => planned?.names(answered[place]!) ?? true);
  const plannedPairs = planned?.pairs ?? null;
  const people = cells.map(({ vote, item }) => isMajorityRight(vote, item.rightAnswers, testTies));
  const subjects = [
    {
      label: "People’s majority",
      outcomes: people,
      isApart: (planned?.chance ?? null) !== null,
    },
    ...labels.map((label, place) => ({
      label,
      outcomes: columns[place]!,
      isApart: (planned?.chance ?? null) !== null && !named.includes(place),
    })),
  ];
  const against =
    chance === null ? null : yield* compareWithChanceInSteps({ subjects, chance, clusters, ...planned?.chance });
  const pairs = yield* pairsOf(plannedPairs ? named : all, plannedPairs);
  const allPairs = plannedPairs && named.length < all.length ? yield* pairsOf(all, null) : null;
  const found = against?.ok ? against : null;
  const readings = answered.map(({ id }) => summarizeReading(cells, id, withMismatches));
  const filled = (family: PlannedFamily | null | undefined): FilledModels => ({
    missing: new Map(labels.map((label, place) => [label, readings[place]!.absent])),
    columnOf: (label, score) => {
      const { id } = answered[labels.indexOf(label)]!;
      const filledCells = withMissingAs(cells, [id], () => score, withMismatches);
      return filledCells.map((cell) => verdictOf(cell, id, testTies, withMismatches));
    },
    clusters,
    beside: family?.beside ?? [],
  });
  return {
    overall: overallOf(cells.map((_, row) => [people[row]!, ...named.map((place) => columns[place]![row]!)])),
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
        ? `With fewer than ${fewestClusters} ${clusterWords(cells.map(({ item }) => clusterOf(item))).many}, cells are taken as independent of each other.`
        : null,
    incomplete: readings.flatMap(({ missing, called }, index) =>
      (missing ?? 0) > maxMissingShare
        ? [{ label: labels[index]!, missing: Math.round(missing! * called), called }]
        : [],
    ),
    mismatched: withMismatches
      ? 0
      : cells.reduce(
          (sum, { models }) => sum + answered.filter(({ id }) => models.get(id)?.parity === "mismatch").length,
          0,
        ),
  };
}

/** Cochran's Q over the cells that all subjects answered; null with fewer than three subjects or without such a cell. */
function overallOf(outcomes: readonly (readonly (boolean | null)[])[]): ModelComparisons["overall"] {
  const subjects = outcomes[0]?.length ?? 0;
  const complete = outcomes.filter((row) => row.every((answer) => answer !== null)).map((row) => row.map(Number));
  return subjects < 3 || complete.length === 0 ? null : { ...cochranQ(complete), n: complete.length, subjects };
}

function verdictOf(
  { models, item }: ResultCell,
  seriesId: string,
  testTies: Exclude<ResultTiePolicy, "half">,
  withMismatches: boolean,
): boolean | null {
  const answer = models.get(seriesId);
  if (!answer || answer.isRepeated || (answer.parity === "mismatch" && !withMismatches)) return null;
  const score = strictScore(answer.majority, item.rightAnswers, testTies);
  return score === null ? null : score === 1;
}
