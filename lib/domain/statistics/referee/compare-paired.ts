import { finish, type Steps } from "../../steps.ts";
import type { AdjustmentMethod } from "../basics/adjust-p-values.ts";
import type { Category } from "../basics/category.ts";
import { requireLevel, requireRectangle, requireSameLength } from "../basics/require-number.ts";
import { type CochranQ, cochranQ } from "../proportions/cochran-q.ts";
import { chooseTest } from "./choose-test.ts";
import { type ItemOutcome, isRightOrWrong, type RefusedTest, type TestName } from "./comparison.ts";
import { adjustFamily } from "./family.ts";
import type { JudgedPair } from "./judged-pair.ts";
import { computeDetectableRange, computePlanningVariance } from "./minimum-detectable.ts";
import { type PairedRow, testPair } from "./paired-row.ts";
import { describePair } from "./paired-sentence.ts";
import { type SubjectRow, summariseSubjects } from "./subject-rows.ts";

export interface PairedComparisonInput {
  /** The subjects (models, majorities or people), one for each column of `outcomes`. */
  labels: readonly string[];
  /** Items x subjects. */
  outcomes: readonly (readonly ItemOutcome[])[];
  /** The story of each item; omitted if items are independent. */
  clusters?: readonly Category[] | null;
  /** The correction over all pairs; by default Holm. */
  family?: AdjustmentMethod;
  /** The p-values of other tests that the analysis plan corrects together with the pairs. */
  beside?: readonly (number | null)[];
  /** The test whose p-value decides; by default the referee's choice. Cochran's Q is always reported, too. */
  test?: Exclude<TestName, "cochran-q">;
  /** The level, by default 0.05. Intervals have level 1 - alpha. */
  alpha?: number;
  /** The power for the minimum detectable difference, by default 0.8. */
  power?: number;
}

export interface PairedComparison {
  ok: true;
  test: TestName;
  /** Why this test, in one sentence. */
  reason: string;
  warnings: string[];
  family: AdjustmentMethod;
  /** Number of tests that are corrected together: the pairs and the other tests. */
  familySize: number;
  alpha: number;
  power: number;
  nItems: number;
  /** Number of stories; null if items are independent. */
  nClusters: number | null;
  /** Cochran's Q over the items that all subjects answered; null for two subjects, or if answers are shares. */
  overall: (CochranQ & { n: number }) | null;
  /** One row for each label, in the order of the labels. */
  subjects: SubjectRow[];
  /** Every pair of subjects, ordered by label. */
  pairs: JudgedPair[];
}

/**
 * Compares all pairs of subjects on the same items, ready for a results page: accuracies with intervals and tie groups.
 * For each pair: the discordant items, the difference with its clustered interval, the deciding p with its correction
 * for the whole family, the minimum detectable difference if it is not significant, and a sentence.
 *
 * The referee chooses the deciding test (clustered by story if stories are given, otherwise McNemar mid-p) and rejects
 * an unpaired test. Shares of right repeats are tested by the paired t. A pair of subjects without repeats is then
 * tested as if there were no other subjects. Throws RangeError if labels, outcomes and clusters are inconsistent.
 */
export function comparePaired(input: PairedComparisonInput): PairedComparison | RefusedTest {
  return finish(comparePairedInSteps(input));
}

/**
 * `comparePaired` as a generator in two passes: tests, then correction. Each step compares one subject with all later
 * subjects.
 */
export function* comparePairedInSteps(input: PairedComparisonInput): Steps<PairedComparison | RefusedTest> {
  const { labels, outcomes, family = "holm", beside = [], alpha = 0.05, power = 0.8 } = input;
  requireLevel("alpha", alpha);
  requireLevel("power", power);
  const width = requireRectangle("outcomes", outcomes);
  if (outcomes.length > 0) requireSameLength("labels", labels, "a row of outcomes", new Array(width));
  if (input.clusters) requireSameLength("outcomes", outcomes, "clusters", input.clusters);
  const stories = input.clusters ? new Set(input.clusters).size : null;
  // If there are as many stories as items, there is no clustering.
  const hasClusters = stories !== null && stories > 1 && stories < outcomes.length;
  const choice = chooseTest(
    {
      aim: "difference",
      outcome: outcomes.every(isRightOrWrong) ? "binary" : "continuous",
      parties: labels.length,
      items: "same",
      stories: hasClusters ? stories : null,
      answersPerPerson: "none",
      complete: outcomes.every((row) => row.every((answer) => answer !== null)),
    },
    input.test,
  );
  if (!choice.ok) return choice;
  const clusters = input.clusters ?? outcomes.map((_, item) => item);
  const columns = labels.map((_, subject) => outcomes.map((row) => row[subject] ?? null));
  const method = choice.test === "mcnemar-exact" ? "exact" : "midp";
  const familySize = (labels.length * (labels.length - 1)) / 2 + beside.length;
  const jointLevel = 1 - alpha / Math.max(1, familySize);
  yield;
  const rows: ({ a: number; b: number; row: PairedRow } & ReturnType<typeof chooseDecidingTest>)[] = [];
  for (const a of labels.keys()) {
    for (let b = a + 1; b < labels.length; b += 1) {
      const row = testPair(columns[a]!, columns[b]!, clusters, method, 1 - alpha, jointLevel);
      rows.push({ a, b, row, ...chooseDecidingTest(row, choice.test, hasClusters) });
    }
    yield;
  }
  const judgedFamily = adjustFamily([...rows.map(({ pvalue }) => pvalue), ...beside], family, alpha);
  const judgePair = ({ a, b, row, decidedBy, pvalue }: (typeof rows)[number], index: number): JudgedPair => {
    const significant = judgedFamily.significant[index]!;
    const detection = { alpha: judgedFamily.level, power };
    const pair = {
      ...row,
      a,
      b,
      labelA: labels[a]!,
      labelB: labels[b]!,
      decidedBy,
      pvalue,
      adjusted: judgedFamily.adjusted[index]!,
      significant,
      detectable: significant
        ? null
        : computeDetectableRange(computePlanningVariance(row.squares, row.n), row.n, row.nClusters, detection),
    };
    return {
      ...pair,
      sentence: describePair(pair, {
        family,
        familySize,
        alpha,
        power,
        hasClusters: Boolean(input.clusters),
      }),
    };
  };
  const pairs: JudgedPair[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && row.a !== rows[index - 1]!.a) yield;
    pairs.push(judgePair(row, index));
  }
  yield;
  const overall = choice.overall === null ? null : runOverallTest(outcomes);
  yield;
  const subjects = summariseSubjects(labels, columns, input.clusters ?? null, pairs, 1 - alpha);
  yield;
  return {
    ok: true,
    test: choice.test,
    reason: choice.reason,
    warnings: choice.warnings,
    family,
    familySize,
    alpha,
    power,
    nItems: outcomes.length,
    nClusters: stories,
    overall,
    subjects,
    pairs,
  };
}

function chooseDecidingTest(
  row: PairedRow,
  test: TestName,
  hasClusters: boolean,
): { decidedBy: TestName; pvalue: number | null } {
  const byMcnemar: TestName =
    row.mcnemar.method === "exact" ? "mcnemar-exact" : row.isBinary ? "mcnemar-midp" : "sign-midp";
  if (row.n === 0) return { decidedBy: test, pvalue: null };
  const isIndependent = row.isBinary && !hasClusters;
  if (test === "paired-clustered-t" && !isIndependent && row.clustered.pvalue !== null)
    return { decidedBy: test, pvalue: row.clustered.pvalue };
  return { decidedBy: byMcnemar, pvalue: row.mcnemar.pvalue };
}

function runOverallTest(outcomes: readonly (readonly ItemOutcome[])[]): (CochranQ & { n: number }) | null {
  const completeRows = outcomes.filter((row) => row.every((answer) => answer !== null)).map((row) => row.map(Number));
  return completeRows.length === 0 ? null : { ...cochranQ(completeRows), n: completeRows.length };
}
