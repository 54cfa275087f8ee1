import type { Parity } from "../models/decide-parity.ts";
import type { AdjustmentMethod } from "../statistics/adjust-p-values.ts";
import { finish, type Steps } from "../steps.ts";
import type { ModelCell, ResultCell } from "./cells.ts";
import { fewestForMajority, majorityScore, type ResultTiePolicy, strictScore } from "./majority.ts";
import { majorityCurve, scoreOfMajority, worthOf } from "./majority-curve.ts";
import { seriesLabel } from "./series-label.ts";
import { clusterOf, personScore, type Share, shareOfCells } from "./share.ts";
import { judgeSides, type PlannedSides, type SideFamily, sideFamilySize, usualFamily } from "./side-family.ts";
import { sideSentence } from "./side-sentence.ts";
import { type Comparator, comparators, type ScoredPair, type SideTest, testSide } from "./side-test.ts";
import type { ModelSeries } from "./study-results.ts";
import type { UnparsedPolicy } from "./unparsed-policy.ts";

/** The majority of two is a tie or their agreement: whatever a page or plan asks for, it does not lead. */
const fewestForLead = 3;

export interface JudgedSide extends SideTest {
  /** After Holm over the models of the family. */
  adjusted: number | null;
  isSignificant: boolean;
  sentence: string;
}

/** How a model's answers could be read. */
export interface ReadingSummary {
  /** Single answers to these cells, read or not. */
  asked: number;
  right: number;
  unparsed: number;
  /** unparsed / asked; null without answers. */
  share: number | null;
  /** The share right if every unparsed answer had been wrong, and if every one had been right; null when all were read. */
  worstCase: { low: number; high: number } | null;
  /** Single answers that the compared conditions call for. */
  called: number;
  /** Missing of all single answers that the compared conditions call for: unparsed, and cells that were never asked. */
  missing: number | null;
}

/** People under both comparators and one model, on the cells that both answered. */
export interface SideComparison {
  series: ModelSeries;
  /** The model by name, with what sets this series apart from others of it. */
  label: string;
  /** Answers of all its cells, by parity. */
  parity: Record<Parity, number>;
  /** Cells left out because the model's text was not the one that people read. */
  mismatched: number;
  /** Cells that both answered and the key decides. */
  shared: number;
  /** Cells that people answered and the model did not, and the reverse. */
  onlyPeopleAnswered: number;
  onlyModelAnswered: number;
  /** People in one of the shared cells: smallest, median, largest. */
  voters: { least: number; median: number; most: number } | null;
  /** The model on every cell that it answered, whether or not people did. */
  alone: Share;
  /** The majority of its repeats on the shared cells; null where no cell has several. */
  repeats: Share | null;
  reading: ReadingSummary;
  /** The majority of how many people the model is worth; null where items have more than two options. */
  worth: { k: number | null; isBeyond: boolean } | null;
  leads: Comparator;
  /** The size of the majority; null: everybody who answered the cell. */
  majorityOf: number | null;
  sides: Record<Comparator, JudgedSide>;
  /** What each tie rule would conclude, where they disagree; null otherwise. */
  tieRules: string | null;
}

export interface SideComparisons {
  models: SideComparison[];
  leads: Comparator;
  /** Models with shared cells: what Holm corrects over. Filters of models do not change it. */
  familySize: number;
  /** Over how many tests those of each comparator are corrected: its models, and the other tests of a plan that names them. */
  sizes: Record<Comparator, number>;
  /** How the tests of the family are corrected. */
  method: AdjustmentMethod;
  warnings: string[];
}

export interface ComparisonOptions {
  /** The tie rule of accuracies and intervals. */
  ties: ResultTiePolicy;
  /** The rule of McNemar's test, which knows no half points. */
  testTies: Exclude<ResultTiePolicy, "half">;
  /** Also cells whose texts differ; they are left out of tests unless asked for. */
  withMismatches: boolean;
  /** Which comparator is named first; null lets the number of answers in a cell decide. */
  leads: Comparator | null;
  /** The size of the majority: expected over all draws of so many of a cell's people; null: everybody who answered. */
  majorityOf?: number | null;
  /** The level that the tests share and how it is shared; the usual one when left out. */
  family?: { alpha: number; method: AdjustmentMethod };
  /** The tests that the plan names, where these comparisons are its own; null or left out elsewhere. */
  planned?: PlannedSides | null;
  /** The difference that does not matter; with it, equivalence is tested. */
  margin?: number | null;
  /** What the cells were laid with for answers that could not be read; "wrong" when left out. */
  unparsed?: UnparsedPolicy;
  /** The answer whose share is compared, where the results call it right (`withOutcome`); null: right answers. */
  answer?: string | null;
}

/**
 * Compares people with each model, as a majority vote and as the mean person side by side, each with its own test. Holm
 * corrects over the models, for each comparator apart. With fewer than ten answers a cell the mean person leads.
 */
export function compareSides(
  given: readonly ResultCell[],
  series: readonly ModelSeries[],
  options: ComparisonOptions,
): SideComparisons {
  return finish(compareSidesInSteps(given, series, options));
}

/** The same in steps, a model at a time. */
export function* compareSidesInSteps(
  given: readonly ResultCell[],
  series: readonly ModelSeries[],
  options: ComparisonOptions,
): Steps<SideComparisons> {
  const majorityOf = options.majorityOf ?? null;
  const cells =
    majorityOf === null ? given : given.map((cell) => ({ ...cell, majority: scoreOfMajority(cell, majorityOf) }));
  const family = options.family ?? usualFamily;
  const prepared = series.map((one) => ({ one, shared: sharedCells(cells, one.id, options.withMismatches) }));
  const familySize = prepared.filter(({ shared }) => shared.length > 0).length;
  const leads = leadingComparator(
    prepared.flatMap(({ shared }) => shared),
    options.leads,
  );
  const sizes = Object.fromEntries(
    comparators.map((comparator) => [comparator, sideFamilySize(options.planned, comparator, familySize).size]),
  ) as Record<Comparator, number>;
  const tests: Record<Comparator, SideTest>[] = [];
  for (const { one, shared } of prepared) {
    tests.push(testsOf(shared, one.id, options, sizes));
    yield;
  }
  const familyOf = (comparator: Comparator) =>
    judgeSides(
      comparator,
      tests.map((test) => test[comparator]),
      options,
      familySize,
    );
  const judged: Record<Comparator, SideFamily> = { majority: familyOf("majority"), person: familyOf("person") };
  const tieRules = majorityOf === null ? yield* tieRulesOf(prepared, options, sizes) : [];
  const models: SideComparison[] = [];
  for (const [index, { one, shared }] of prepared.entries()) {
    const label = seriesLabel(one, series);
    const voters = votersOf(shared);
    const reading = readingOf(cells, one.id);
    const sideOf = (comparator: Comparator): JudgedSide => {
      const side = {
        ...tests[index]![comparator],
        equivalence: judged[comparator].equivalences[index] ?? null,
        adjusted: judged[comparator].differences.adjusted[index] ?? null,
        isSignificant: judged[comparator].differences.significant[index] ?? false,
      };
      const sentence = sideSentence(side, {
        label,
        shared: shared.length,
        voters,
        majorityOf,
        familySize: judged[comparator].size,
        isOfPlan: judged[comparator].isOfPlan,
        reading,
        unparsed: options.unparsed ?? "wrong",
        answer: options.answer ?? null,
        ...family,
      });
      return { ...side, sentence };
    };
    models.push({
      series: one,
      label,
      parity: countParity(cells, one.id),
      mismatched: options.withMismatches ? 0 : cells.filter((cell) => isMismatched(cell, one.id)).length,
      shared: shared.length,
      ...countUnshared(cells, one.id),
      voters,
      alone: shareOfCells(
        cells.map((cell) => ({ score: modelOf(cell, one.id)?.mean ?? null, cluster: clusterOf(cell.item) })),
      ),
      repeats: repeatsOf(shared, one.id),
      reading,
      worth: worthOf(majorityCurve(shared), tests[index]!.person.model.value),
      leads,
      majorityOf,
      sides: { majority: sideOf("majority"), person: sideOf("person") },
      tieRules: tieRules[index] ?? null,
    });
    yield;
  }
  return { models, leads, familySize, sizes, method: family.method, warnings: warningsOf(models, leads) };
}

/**
 * The comparator that was asked for; without a wish the majority where cells hold ten answers and more, else the mean
 * person. With two raters a majority never leads.
 */
export function leadingComparator(cells: readonly ResultCell[], asked: Comparator | null = null): Comparator {
  const median = votersOf(cells)?.median ?? 0;
  if (median < fewestForLead) return "person";
  return asked ?? (median >= fewestForMajority ? "majority" : "person");
}

function testsOf(
  shared: readonly ResultCell[],
  seriesId: string,
  { testTies, majorityOf = null, family: { alpha } = usualFamily, margin = null }: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Record<Comparator, SideTest> {
  const pairsOf = (
    people: (cell: ResultCell) => number | null,
    model: (answer: ModelCell, cell: ResultCell) => number | null,
  ) =>
    shared.flatMap((cell): ScoredPair[] => {
      const [left, right] = [people(cell), model(modelOf(cell, seriesId)!, cell)];
      return left === null || right === null ? [] : [{ people: left, model: right, cluster: clusterOf(cell.item) }];
    });
  const strict = pairsOf(
    ({ vote, item }) => majorityScore(vote, item.rightAnswers, testTies),
    (answer, { item }) => strictScore(answer.majority, item.rightAnswers, testTies),
  );
  const familyOf = (comparator: Comparator) => ({ alpha, familySize: sizes[comparator], margin });
  return {
    majority: testSide(
      "majority",
      pairsOf(
        (cell) => cell.majority,
        (answer) => answer.mean,
      ),
      // The expected majority of k people is right in part: there are no pairs for McNemar.
      majorityOf === null ? strict : [],
      familyOf("majority"),
    ),
    person: testSide(
      "person",
      pairsOf(personScore, (answer) => answer.mean),
      [],
      familyOf("person"),
    ),
  };
}

/**
 * Where the tie rules lead to different conclusions about a model, what each would say; null elsewhere. Under each rule the
 * tests of all models are corrected together, as the sentences beside them are.
 */
function* tieRulesOf(
  prepared: readonly { one: ModelSeries; shared: ResultCell[] }[],
  options: ComparisonOptions,
  sizes: Record<Comparator, number>,
): Steps<(string | null)[]> {
  const all = prepared.flatMap(({ shared }) => shared);
  if (!all.some(({ vote }) => vote.isTie)) return prepared.map(() => null);
  const hasFalse = all.every(({ item }) => item.options.some(({ value }) => value === "false"));
  const rules: ResultTiePolicy[] = ["half", hasFalse ? "false" : "incorrect", "exclude"];
  const more = options.answer == null ? "better" : `more often “${options.answer}”`;
  const verdicts: string[][] = [];
  for (const ties of rules) {
    const rule = { ...options, testTies: ties === "half" ? options.testTies : ties };
    const tests: SideTest[] = [];
    for (const { one, shared } of prepared) {
      const scored = shared.map((cell) => ({
        ...cell,
        majority: majorityScore(cell.vote, cell.item.rightAnswers, ties),
      }));
      tests.push(testsOf(scored, one.id, rule, sizes).majority);
      yield;
    }
    const { significant } = judgeSides("majority", tests, options, prepared.length).differences;
    verdicts.push(
      tests.map(({ difference }, index) => {
        if (!significant[index]) return "no difference shown";
        return (difference.value ?? 0) > 0 ? `people ${more}` : `model ${more}`;
      }),
    );
  }
  const words = {
    half: "counted a half",
    false: "counted as “false”",
    incorrect: "counted as wrong",
    exclude: "left out",
  };
  return prepared.map(({ shared }, index) => {
    const own = verdicts.map((of) => of[index]!);
    if (new Set(own).size === 1 || !shared.some(({ vote }) => vote.isTie)) return null;
    return `The conclusion depends on ties: ${rules.map((ties, rule) => `${words[ties]}, ${own[rule]}`).join("; ")}.`;
  });
}

function modelOf(cell: ResultCell, seriesId: string): ModelCell | undefined {
  return cell.models.get(seriesId);
}

function isMismatched(cell: ResultCell, seriesId: string): boolean {
  return modelOf(cell, seriesId)?.parity === "mismatch";
}

function sharedCells(cells: readonly ResultCell[], seriesId: string, withMismatches: boolean): ResultCell[] {
  return cells.filter(
    (cell) =>
      personScore(cell) !== null &&
      (modelOf(cell, seriesId)?.mean ?? null) !== null &&
      (withMismatches || !isMismatched(cell, seriesId)),
  );
}

function votersOf(cells: readonly ResultCell[]): SideComparison["voters"] {
  const sizes = cells.map(({ vote }) => vote.n).sort((left, right) => left - right);
  if (sizes.length === 0) return null;
  return { least: sizes[0]!, median: sizes[Math.floor((sizes.length - 1) / 2)]!, most: sizes.at(-1)! };
}

function countParity(cells: readonly ResultCell[], seriesId: string): Record<Parity, number> {
  const parity = { verified: 0, mismatch: 0, unverified: 0 };
  for (const cell of cells) {
    const answer = modelOf(cell, seriesId);
    if (answer) parity[answer.parity] += 1;
  }
  return parity;
}

function countUnshared(cells: readonly ResultCell[], seriesId: string) {
  let onlyPeopleAnswered = 0;
  let onlyModelAnswered = 0;
  for (const cell of cells) {
    const hasPeople = personScore(cell) !== null;
    const hasModel = (modelOf(cell, seriesId)?.mean ?? null) !== null;
    if (hasPeople && !hasModel) onlyPeopleAnswered += 1;
    if (hasModel && !hasPeople) onlyModelAnswered += 1;
  }
  return { onlyPeopleAnswered, onlyModelAnswered };
}

/** The majority of repeats, where any cell was asked more than once. */
function repeatsOf(shared: readonly ResultCell[], seriesId: string): Share | null {
  const answers = shared.map((cell) => ({ answer: modelOf(cell, seriesId)!, cluster: clusterOf(cell.item) }));
  if (answers.every(({ answer }) => answer.repeats + answer.unparsed <= 1)) return null;
  return shareOfCells(answers.map(({ answer, cluster }) => ({ score: answer.majority, cluster })));
}

/** How a model's answers to these cells could be read, and how many are missing. */
export function readingOf(cells: readonly ResultCell[], seriesId: string): ReadingSummary {
  const decided = cells.filter(({ item }) => item.rightAnswers.length > 0);
  const answers = decided.flatMap((cell) => modelOf(cell, seriesId) ?? []);
  const unparsed = answers.reduce((sum, answer) => sum + answer.unparsed, 0);
  const asked = answers.reduce((sum, answer) => sum + answer.repeats + answer.unparsed, 0);
  const right = answers.reduce((sum, answer) => sum + answer.right, 0);
  // Conditions that the model was never asked under are another design, not missing answers.
  const conditions = new Set(decided.flatMap((cell) => (modelOf(cell, seriesId) ? [cell.condition.id] : [])));
  const never = decided.filter(
    (cell) => conditions.has(cell.condition.id) && !modelOf(cell, seriesId) && personScore(cell) !== null,
  ).length;
  const called = asked + never;
  return {
    asked,
    right,
    unparsed,
    share: asked === 0 ? null : unparsed / asked,
    worstCase: asked === 0 || unparsed === 0 ? null : { low: right / asked, high: (right + unparsed) / asked },
    called,
    missing: called === 0 ? null : (unparsed + never) / called,
  };
}

function warningsOf(models: readonly SideComparison[], leads: Comparator): string[] {
  const few = models.filter(({ voters }) => voters !== null && voters.median < fewestForMajority);
  const reasons = models.flatMap(({ sides }) => sides[leads].difference.reason ?? []);
  return [
    ...(few.length > 0
      ? [
          `A majority of fewer than ${fewestForMajority} people depends on who happened to be asked${leads === "majority" ? "" : ", so the mean person leads"}.`,
        ]
      : []),
    ...new Set(reasons),
  ];
}
