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
import type { ResultStatus } from "../plan/result-status.ts";
import {
  countParity,
  countUnshared,
  countVoters,
  groupByAnswer,
  hasUncountedAnswer,
  isMismatched,
  modelOf,
  type ReadingSummary,
  repeatsOf,
  sharedCells,
  summarizeReading,
  type Voters,
} from "./compared-cells.ts";
import { withWorstCase } from "./missing-answers.ts";
import { defaultFamily, judgeSides, type SideFamily, sideFamilySize, sideStatus } from "./side-family.ts";
import { sideSentence } from "./side-sentence.ts";
import type { Comparator, SideTest } from "./side-test.ts";
import { type ComparisonOptions, compareTieRules, testSides } from "./test-sides.ts";

/**
 * Minimum number of people for a leading majority: the majority of two is either a tie or their agreement, so it never
 * leads, independent of the page or plan.
 */
const minPeopleForLead = 3;

export interface JudgedSide extends SideTest {
  /** After the correction over the models of the family. */
  adjusted: number | null;
  isSignificant: boolean;
  /**
   * Whether it would be significant if no missing answer of the model favoured the other side (`dependsOnMissing`).
   */
  dependsOnMissing: boolean;
  /** The status of its test of a difference. */
  status: ResultStatus;
  /** Begins with the status unless it is confirmatory. If it is interim, there is no conclusion. */
  sentence: string;
}

/** People under both comparators and one model, on the cells that both answered. */
export interface SideComparison {
  series: ModelSeries;
  /** The model's name, with the properties that distinguish this series from its others. */
  label: string;
  /** Answers of all its cells, by parity. */
  parity: Record<Parity, number>;
  /** Cells excluded because the model's text was not the one that people read. */
  mismatched: number;
  /** Cells that both answered and that have a decisive key; cells that share one answer of the model count as one. */
  shared: number;
  /** Cells that people answered and the model did not, and the reverse. */
  onlyPeopleAnswered: number;
  onlyModelAnswered: number;
  /** People per shared cell: smallest, median, largest. */
  voters: Voters | null;
  /** The model on every cell that it answered, with or without answers of people. */
  alone: Share;
  /** The majority of its repeats on the shared cells; null if no cell has several. */
  repeats: Share | null;
  reading: ReadingSummary;
  /** The equivalent crowd size of the model; null if items have more than two options. */
  worth: EquivalentMajoritySize | null;
  /** `worth` as text with its interval; absent in results that were stored without it. */
  worthText?: string;
  /** The model's share on the cells with two options; omitted if the comparison has no other cells. */
  worthShare?: Share;
  leads: Comparator;
  /** The size of the majority; null: everyone who answered the cell. */
  majorityOf: number | null;
  sides: Record<Comparator, JudgedSide>;
  /** The conclusion under each tie rule, if they differ; otherwise null. */
  tieRules: string | null;
}

export interface SideComparisons {
  models: SideComparison[];
  leads: Comparator;
  /** Number of models with shared cells, for Holm's correction. Filters of models do not change it. */
  familySize: number;
  /**
   * Number of tests in the correction of each comparator: its models, and the other tests of a plan that names them.
   */
  sizes: Record<Comparator, number>;
  /** How the tests of the family are corrected. */
  method: AdjustmentMethod;
  warnings: string[];
}

/**
 * Compares people with each model, as a majority vote and as the mean person, each with its own test. Holm corrects
 * over the models, separately for each comparator. With fewer than ten answers per cell the mean person leads.
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
  const majorityOf = options.majorityOf ?? null;
  const cells = majorityOf === null ? given : given.map((cell) => applyMajoritySize(cell, majorityOf, options.ties));
  const family = options.family ?? defaultFamily;
  const prepared: { one: ModelSeries; shared: ReturnType<typeof sharedCells> }[] = [];
  for (const one of series) {
    prepared.push({ one, shared: sharedCells(cells, one.id, options.withMismatches) });
    yield;
  }
  const readings = series.map(({ id }) => summarizeReading(cells, id, options.withMismatches));
  // A model of the plan without answers stays in the family.
  const familySize = options.planned ? series.length : prepared.filter(({ shared }) => shared.length > 0).length;
  const allShared = prepared.flatMap(({ shared }) => shared);
  const leads = leadingComparator(allShared, options.leads);
  const sizeOf = (comparator: Comparator) => sideFamilySize(options.planned, comparator, familySize).size;
  const sizes = { majority: sizeOf("majority"), person: sizeOf("person") };
  yield;
  const tests: Record<Comparator, SideTest>[] = [];
  for (const [index, { one, shared }] of prepared.entries()) {
    const sideTests = testSides(shared, one.id, options, sizes);
    yield;
    const isComplete = readings[index]!.absent === 0;
    tests.push(isComplete ? sideTests : yield* withWorstCase(sideTests, cells, one.id, options, sizes));
  }
  const ofSide = (comparator: Comparator) => tests.map((test) => test[comparator]);
  const equivalences = (comparator: Comparator) => ofSide(comparator).map((test) => test.equivalence?.pvalue ?? null);
  const familyOf = (comparator: Comparator, other: Comparator) =>
    judgeSides(comparator, ofSide(comparator), options, familySize, equivalences(other));
  const judged: Record<Comparator, SideFamily> = {
    majority: familyOf("majority", "person"),
    person: familyOf("person", "majority"),
  };
  yield;
  const hasTieRules = majorityOf === null && options.unplanned?.kind !== "interim";
  const tieRules = hasTieRules ? yield* compareTieRules(prepared, options, sizes) : [];
  const models: SideComparison[] = [];
  for (const [index, { one, shared }] of prepared.entries()) {
    const label = seriesLabel(one, series);
    const voters = countVoters(shared);
    const reading = readings[index]!;
    const sideOf = (comparator: Comparator): JudgedSide => {
      const tested = {
        ...tests[index]![comparator],
        equivalence: judged[comparator].equivalences[index] ?? null,
        adjusted: judged[comparator].differences.adjusted[index] ?? null,
        isSignificant: judged[comparator].differences.significant[index] ?? false,
        dependsOnMissing: judged[comparator].differences.dependsOnMissing[index] ?? false,
        status: sideStatus(options, comparator, "model-against-people"),
      };
      const side = tested.status.kind === "interim" ? removeTests(tested) : tested;
      const sentence = sideSentence(side, {
        label,
        shared: groupByAnswer(shared, one.id).length,
        voters,
        majorityOf,
        familySize: judged[comparator].size,
        isOfPlan: judged[comparator].isOfPlan,
        reading,
        unparsed: options.unparsed ?? "wrong",
        answer: options.answer ?? null,
        equivalenceStatus: sideStatus(options, comparator, "equivalence"),
        chance: options.chance ?? null,
        levels: (options.planned?.comparator === comparator && options.planned.levels) || null,
        ...family,
      });
      return { ...side, sentence };
    };
    models.push({
      series: one,
      label,
      parity: countParity(cells, one.id),
      mismatched: options.withMismatches
        ? 0
        : cells.filter((cell) => isMismatched(cell, one.id) && hasUncountedAnswer(cell, one.id)).length,
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
      sides: { majority: sideOf("majority"), person: sideOf("person") },
      tieRules: tieRules[index] ?? null,
    });
    yield;
  }
  return { models, leads, familySize, sizes, method: family.method, warnings: listWarnings(models, leads) };
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
  const counted = shared.filter(isOnMajorityCurve);
  const isWhole = counted.length === shared.length || counted.length === 0;
  const shareOnTwoOptions = shareOfCells(
    groupByAnswer(counted, id).map((unit) => ({
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

/** Estimates and intervals only: nothing is tested before the data are locked. */
function removeTests<Side extends Omit<JudgedSide, "sentence">>(side: Side): Side {
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
    equivalence: null,
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
