import type { Parity } from "../../models/decide-parity.ts";
import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import { finish, type Steps } from "../../steps.ts";
import type { ResultCell } from "../model/cells.ts";
import { minPeopleForMajority } from "../model/majority.ts";
import {
  type EquivalentMajoritySize,
  findEquivalentSize,
  formatEquivalentMajoritySize,
  isOnMajorityCurve,
  majorityCurve,
  scoreOfMajority,
} from "../model/majority-curve.ts";
import { seriesLabel } from "../model/series-label.ts";
import { clusterOf, type Share, shareOfCells } from "../model/share.ts";
import type { ModelSeries } from "../model/study-results.ts";
import { exploratory, type StatusSentence, withStatus } from "../plan/result-status.ts";
import { compareTieRules } from "./compare-tie-rules.ts";
import {
  countParity,
  countUnshared,
  countVoters,
  groupByAnswer,
  hasUncountedAnswer,
  modelOf,
  modelReadOtherText,
  type ReadingSummary,
  repeatsOf,
  sharedCells,
  summarizeReading,
  type Voters,
} from "./compared-cells.ts";
import { withWorstCase } from "./missing-answers.ts";
import { correctBothSides, defaultFamily, sideFamilySize, sideStatus } from "./side-family.ts";
import { sideSentence } from "./side-sentence.ts";
import type { Comparator, SideTest } from "./side-test.ts";
import type { CorrectedSide } from "./side-words.ts";
import { type ComparisonOptions, testSides } from "./test-sides.ts";

/**
 * Minimum median number of people per cell for a leading majority. The majority of two people is either a tie or their
 * agreement, so it never leads, regardless of the page or plan requests.
 */
const minPeopleForLead = 3;

export interface CorrectedSideTest extends CorrectedSide {
  /** Begins with the status unless the test is confirmatory. An interim sentence has no conclusion. */
  sentence: StatusSentence;
}

/** The comparison of people, under both comparators, with one model on the cells that both answered. */
export interface SideComparison {
  series: ModelSeries;
  /** The model's name, with the properties that distinguish this series from other series of the model. */
  label: string;
  /** Answers of all its cells, by parity. */
  parity: Record<Parity, number>;
  /** Cells excluded because the model's text was not the one that people read. */
  mismatched: number;
  /** Cells that both answered and that have a decisive key; cells that share one answer of the model count as one. */
  shared: number;
  /** Cells that only people or only the model answered. */
  onlyPeopleAnswered: number;
  onlyModelAnswered: number;
  /** People per shared cell: smallest, median, largest. */
  voters: Voters | null;
  /** The model on every cell that it answered, with or without answers of people. */
  alone: Share;
  /** The majority of the model's repeats on the shared cells; null if no cell has repeats. */
  repeats: Share | null;
  reading: ReadingSummary;
  /** The equivalent crowd size of the model; null if items have more than two options. */
  worth: EquivalentMajoritySize | null;
  /** `worth` as text with its interval; absent in results that were stored without it. */
  worthText?: string;
  /** The model's share on the cells with two options; omitted if the comparison has no other cells. */
  worthShare?: Share;
  leads: Comparator;
  /** The number of people whose majority is taken; null for everyone who answered the cell. */
  majorityOf: number | null;
  sides: Record<Comparator, CorrectedSideTest>;
  /**
   * The conclusion about the majority under each tie rule, if they differ; otherwise null. A plan names only one of
   * these rules, so the comparison is never part of it.
   */
  tieRules: StatusSentence | null;
}

export interface SideComparisons {
  models: SideComparison[];
  leads: Comparator;
  /** Number of models with shared cells, for Holm's correction. Filters of models do not change it. */
  familySize: number;
  /**
   * Number of tests in the correction of each comparator: the tests of its models, and the other tests of the plan if
   * the plan contains tests of the comparator.
   */
  sizes: Record<Comparator, number>;
  /** How the tests of the family are corrected. */
  method: AdjustmentMethod;
  /** The models outside the plan, whose tests are corrected separately; null if there are none. */
  outside: { seriesIds: string[]; sizes: Record<Comparator, number> } | null;
  warnings: string[];
}

/**
 * Compares people, as a majority vote and as the mean person, with each model, each with a separate test. Holm corrects
 * over the models, separately for each comparator. With fewer than ten answers per cell, the mean person leads.
 */
export function compareSides(
  given: readonly ResultCell[],
  series: readonly ModelSeries[],
  options: ComparisonOptions,
): SideComparisons {
  return finish(compareSidesInSteps(given, series, options));
}

/** `compareSides` as a generator, with one model per step. */
export function* compareSidesInSteps(
  given: readonly ResultCell[],
  series: readonly ModelSeries[],
  options: ComparisonOptions,
): Steps<SideComparisons> {
  const { majorityOf = null, family = defaultFamily } = options;
  const cells = majorityOf === null ? given : given.map((cell) => applyMajoritySize(cell, majorityOf, options.ties));
  const preparedSeries: { one: ModelSeries; shared: ResultCell[]; reading: ReadingSummary }[] = [];
  for (const one of series) {
    const reading = summarizeReading(cells, one.id, options.withMismatches);
    preparedSeries.push({ one, shared: sharedCells(cells, one.id, options.withMismatches), reading });
    yield;
  }
  // A model of the plan without answers stays in the family.
  const familySize = options.planned ? series.length : preparedSeries.filter(({ shared }) => shared.length > 0).length;
  const allShared = preparedSeries.flatMap(({ shared }) => shared);
  const leads = leadingComparator(allShared, options.leads);
  const sizeOf = (comparator: Comparator) => sideFamilySize(options.planned, comparator, familySize).size;
  const sizes = { majority: sizeOf("majority"), person: sizeOf("person") };
  yield;
  const tests: Record<Comparator, SideTest>[] = [];
  for (const { one, shared } of preparedSeries) {
    const sideTests = testSides(shared, one.id, options, sizes);
    yield;
    tests.push(yield* withWorstCase(sideTests, cells, one.id, options, sizes));
  }
  const corrected = correctBothSides(tests, options, familySize);
  yield;
  const hasTieRules = majorityOf === null && options.unplanned?.kind !== "interim";
  const tieRules = hasTieRules ? yield* compareTieRules(preparedSeries, cells, options, sizes) : [];
  const models: SideComparison[] = [];
  for (const [index, { one, shared, reading }] of preparedSeries.entries()) {
    const label = seriesLabel(one, series);
    const voters = countVoters(shared);
    const sideOf = (comparator: Comparator): CorrectedSideTest => {
      const { families } = corrected[comparator];
      const testedSide: CorrectedSide = {
        ...tests[index]![comparator],
        equivalence: corrected[comparator].equivalences[index] ?? null,
        adjusted: corrected[comparator].differences.adjusted[index] ?? null,
        isSignificant: corrected[comparator].differences.significant[index] ?? false,
        dependsOnMissing: corrected[comparator].differences.dependsOnMissing[index] ?? false,
        status: sideStatus(options, comparator, "model-against-people"),
        equivalenceStatus: sideStatus(options, comparator, "equivalence"),
        nonInferiorityStatus: sideStatus(options, comparator, "non-inferiority"),
      };
      const limitedSide = removeInterimTests(testedSide);
      const side = families["model-against-people"].notTested ? removeDifferenceTests(limitedSide) : limitedSide;
      const sentence = sideSentence(side, {
        label,
        shared: groupByAnswer(shared, one.id).length,
        voters,
        majorityOf,
        families,
        reading,
        unparsed: options.unparsed ?? "wrong",
        answer: options.answer ?? null,
        chance: options.chance ?? null,
        levels: (options.planned?.comparator === comparator && options.planned.levels) || null,
        ...family,
      });
      return { ...side, sentence };
    };
    const sides = { majority: sideOf("majority"), person: sideOf("person") };
    models.push({
      series: one,
      label,
      parity: countParity(cells, one.id),
      mismatched: options.withMismatches
        ? 0
        : cells.filter((cell) => modelReadOtherText(cell, one.id) && hasUncountedAnswer(cell, one.id)).length,
      shared: groupByAnswer(shared, one.id).length,
      ...countUnshared(cells, one.id),
      voters,
      alone: shareOfCells(
        cells.map((cell) => ({
          score: hasUncountedAnswer(cell, one.id) ? modelOf(cell, one.id)!.mean : null,
          cluster: clusterOf(cell.item),
        })),
      ),
      repeats: repeatsOf(shared, one.id),
      reading,
      ...findEquivalentMajority(shared, one.id, tests[index]!.person.model, options.ties),
      leads,
      majorityOf,
      sides,
      tieRules: tieRules[index] ? withStatus(options.unplanned ?? exploratory, `${label}: ${tieRules[index]}`) : null,
    });
    yield;
  }
  const warnings = listWarnings(models, leads);
  return { models, leads, familySize, sizes, method: family.method, outside: null, warnings };
}

/**
 * The number of people whose majority is right as often as a model, on the cells with two options.
 *
 * @param whole the model's share on all shared cells
 */
function findEquivalentMajority(
  shared: readonly ResultCell[],
  id: string,
  whole: Share,
  ties: ComparisonOptions["ties"],
): Pick<SideComparison, "worth" | "worthText" | "worthShare"> {
  const curve = majorityCurve(shared, ties);
  const cellsOnCurve = shared.filter(isOnMajorityCurve);
  const isWhole = cellsOnCurve.length === shared.length || cellsOnCurve.length === 0;
  const shareOnTwoOptions = shareOfCells(
    groupByAnswer(cellsOnCurve, id).map((unit) => ({
      score: modelOf(unit[0]!, id)?.mean ?? null,
      cluster: clusterOf(unit[0]!.item),
    })),
  );
  const share = isWhole ? whole : shareOnTwoOptions;
  return {
    worth: findEquivalentSize(curve, share.value),
    worthText: formatEquivalentMajoritySize(curve, share),
    ...(isWhole ? {} : { worthShare: shareOnTwoOptions }),
  };
}

/** A cell with the expected majority of k people in place of the majority of all people who answered. */
export function applyMajoritySize(cell: ResultCell, k: number, ties: ComparisonOptions["ties"]): ResultCell {
  return { ...cell, majority: scoreOfMajority(cell, k, ties) };
}

/**
 * Only estimates and intervals of what is not tested before the data are locked. The tests against the margin have
 * their own status: a declared look decides them also if the plan does not name the difference.
 */
function removeInterimTests(side: CorrectedSide): CorrectedSide {
  const { status, equivalenceStatus, nonInferiorityStatus } = side;
  if (status.kind !== "interim") return side;
  const hasMarginTests = equivalenceStatus.kind !== "interim" || nonInferiorityStatus.kind !== "interim";
  return { ...removeDifferenceTests(side), equivalence: hasMarginTests ? side.equivalence : null };
}

/** Only the estimate and interval of a difference that is not tested. */
function removeDifferenceTests(side: CorrectedSide): CorrectedSide {
  return {
    ...side,
    simultaneous: null,
    decidedBy: null,
    pvalue: null,
    adjusted: null,
    isSignificant: false,
    dependsOnMissing: false,
    worst: null,
    wild: null,
    mcnemar: null,
    detectable: null,
  };
}

/**
 * The requested comparator; by default the majority if cells have at least ten answers, otherwise the mean person. With
 * two raters a majority never leads.
 */
export function leadingComparator(
  cells: readonly ResultCell[],
  requestedComparator: Comparator | null = null,
): Comparator {
  const median = countVoters(cells)?.median ?? 0;
  if (median < minPeopleForLead) return "person";
  return requestedComparator ?? (median >= minPeopleForMajority ? "majority" : "person");
}

function listWarnings(models: readonly SideComparison[], leads: Comparator): string[] {
  const withFewVoters = models.filter(({ voters }) => voters !== null && voters.median < minPeopleForMajority);
  const reasons = models.flatMap(({ sides }) => sides[leads].difference.reason ?? []);
  return [
    ...(withFewVoters.length > 0
      ? [
          `A majority of fewer than ${minPeopleForMajority} people depends on who happened to be asked${leads === "majority" ? "" : ", so the mean person is shown first"}.`,
        ]
      : []),
    ...new Set(reasons),
  ];
}
