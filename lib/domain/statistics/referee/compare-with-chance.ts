import { capitalize } from "../../format/capitalize.ts";
import { formatNumberOf, formatPercent, formatPInSentence } from "../../format/figures.ts";
import { finish, type Steps } from "../../steps.ts";
import type { AdjustmentMethod } from "../basics/adjust-p-values.ts";
import type { Category } from "../basics/category.ts";
import { requireLevel, requireSameLength } from "../basics/require-number.ts";
import { clusterRobustMean, robustTest, shareLimits } from "../clustered/cluster-robust-mean.ts";
import { minClusters } from "../clustered/clustered-estimate.ts";
import { type SignPatterns, signPatterns } from "../clustered/wild-cluster-test.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { chooseTest } from "./choose-test.ts";
import { type ItemOutcome, isRightOrWrong, type RefusedTest, type TestName } from "./comparison.ts";
import { type AdjustedFamily, adjustFamily } from "./family.ts";
import {
  computeDetectableRange,
  type DetectableRange,
  type Detection,
  detectableByBinomial,
} from "./minimum-detectable.ts";
import { testLabels } from "./test-labels.ts";
import { describeDetectableRange, describeDisagreement } from "./wording.ts";

export interface ChanceComparisonInput {
  /** Models or majorities, each with one answer per item. A subject outside the family is not corrected. */
  subjects: readonly { label: string; outcomes: readonly ItemOutcome[]; isApart?: boolean }[];
  /** The success rate of guessing. */
  chance: number;
  /** The story of each item; omitted if items are independent. */
  clusters?: readonly Category[] | null;
  family?: AdjustmentMethod;
  /** The p-values of other tests that the analysis plan corrects together with these tests. */
  beside?: readonly (number | null)[];
  test?: TestName;
  alpha?: number;
  power?: number;
}

export interface ChanceRow {
  label: string;
  n: number;
  /** A whole number, unless answers are shares of repeats. */
  correct: number;
  /** Whether every answer is right or wrong, not a share of repeats. */
  isBinary: boolean;
  accuracy: number | null;
  low: number | null;
  high: number | null;
  decidedBy: TestName;
  pvalue: number | null;
  /** The corrected p-value; null for a subject without a test or outside the family. */
  adjusted: number | null;
  significant: boolean;
  /**
   * Limits of the accuracy with simultaneous coverage, at the level that all subjects share (alpha divided by their
   * number).
   */
  simultaneous: { low: number; high: number } | null;
  /** Why clusters are not used although answers share them, or why there is no test; otherwise null. */
  reason: string | null;
  /** The test of the difference from chance over all sign patterns, for five to twelve clusters. */
  signPatterns: SignPatterns | null;
  /** The minimum detectable differences from chance; null if the result is significant. */
  detectable: DetectableRange | null;
  sentence: string;
}

export interface ChanceComparison {
  ok: true;
  test: TestName;
  reason: string;
  warnings: string[];
  family: AdjustmentMethod;
  /** The size of the family: the subjects that are corrected together, and the other tests. */
  familySize: number;
  chance: number;
  alpha: number;
  power: number;
  rows: ChanceRow[];
}

/**
 * Tests the accuracy of every subject against chance, with a correction over the subjects. The test is a clustered t if
 * items share stories; otherwise exact binomial, or t over items if answers are shares of repeats. Throws RangeError if
 * outcomes and clusters are inconsistent or chance is not in (0, 1).
 */
export function compareWithChance(input: ChanceComparisonInput): ChanceComparison | RefusedTest {
  return finish(compareWithChanceInSteps(input));
}

/** `compareWithChance` as a generator with one subject per step, in two passes: tests, then correction. */
export function* compareWithChanceInSteps(input: ChanceComparisonInput): Steps<ChanceComparison | RefusedTest> {
  const { subjects, chance, clusters = null, family = "holm", beside = [], alpha = 0.05, power = 0.8 } = input;
  requireLevel("chance", chance);
  requireLevel("alpha", alpha);
  requireLevel("power", power);
  for (const { label, outcomes } of subjects) {
    if (clusters) requireSameLength(`outcomes of ${label}`, outcomes, "clusters", clusters);
  }
  const stories = clusters ? new Set(clusters).size : null;
  const choice = chooseTest(
    {
      aim: "chance",
      outcome: "binary",
      parties: subjects.length,
      items: "same",
      stories: stories === clusters?.length ? null : stories,
      answersPerPerson: "none",
      complete: true,
    },
    input.test,
  );
  if (!choice.ok) return choice;
  const useClusters = choice.test === "clustered-t" ? clusters : null;
  const familySize = subjects.filter(({ isApart }) => !isApart).length + beside.length;
  const levels = { own: 1 - alpha, joint: 1 - alpha / Math.max(1, familySize) };
  const tested: ReturnType<typeof testSubject>[] = [];
  for (const { label, outcomes } of subjects) {
    tested.push(testSubject(label, outcomes, useClusters, chance, levels));
    yield;
  }
  const judgedFamily = adjustFamily(
    [...tested.map(({ pvalue }, index) => (subjects[index]!.isApart ? null : pvalue)), ...beside],
    family,
    alpha,
    familySize,
  );
  const rows: ChanceRow[] = [];
  for (const [index, row] of tested.entries()) {
    // For a subject outside the family, the uncorrected level decides.
    const uncorrected = subjects[index]!.isApart ? adjustFamily([row.pvalue], family, alpha) : null;
    const judgedSubject = judgeSubject(row, uncorrected ? 0 : index, uncorrected ?? judgedFamily, {
      chance,
      power,
      alpha,
      isApart: uncorrected !== null,
    });
    rows.push(uncorrected ? { ...judgedSubject, adjusted: null, simultaneous: null } : judgedSubject);
    yield;
  }
  const { test, reason, warnings } = choice;
  return {
    ok: true,
    test,
    reason,
    warnings,
    family,
    familySize,
    chance,
    alpha,
    power,
    rows,
  };
}

function testSubject(
  label: string,
  outcomes: readonly ItemOutcome[],
  clusters: readonly Category[] | null,
  chance: number,
  { own: confidence, joint }: { own: number; joint: number },
) {
  const answeredItems = outcomes.flatMap((answer, item) => (answer === null ? [] : [{ right: Number(answer), item }]));
  const n = answeredItems.length;
  const correct = answeredItems.reduce((sum, { right }) => sum + right, 0);
  const isBinary = isRightOrWrong(outcomes);
  const counts = { label, n, correct, isBinary, accuracy: n === 0 ? null : correct / n };
  const stories = clusters && answeredItems.map(({ item }) => clusters[item]!);
  const nClusters = stories && new Set(stories).size;
  const isFew = nClusters !== null && nClusters < minClusters && nClusters < n;
  const reason = isFew
    ? `With ${nClusters} ${nClusters === 1 ? "cluster" : "clusters"}, items are treated as independent.`
    : null;
  // If each answered item has its own cluster, the items are independent, as for other shares of these items.
  const isClustered = stories !== null && !isFew && nClusters !== n;
  if (n > 0 && (isClustered || !isBinary)) {
    const values = answeredItems.map(({ right }) => right);
    const mean = clusterRobustMean(values, isClustered ? stories : null);
    const test = robustTest(mean, confidence, chance);
    const hasTest = Boolean(mean.se) && test.pvalue !== null;
    if (hasTest || !isBinary)
      return {
        ...counts,
        ...shareLimits(mean, confidence),
        decidedBy: isClustered ? ("clustered-t" as TestName) : ("items-t" as TestName),
        pvalue: test.pvalue,
        simultaneous: hasTest ? limitsOf(shareLimits(mean, joint)) : null,
        signPatterns: isClustered
          ? signPatterns(
              values.map((right) => right - chance),
              stories,
            )
          : null,
        reason: hasTest ? reason : "The answers do not vary, so there is no test.",
        nClusters,
      };
  }
  // If all answers are right or all are wrong, clusters have no spread. Each cluster then counts as one independent
  // answer.
  const isUniform = correct === 0 || correct === n;
  const independent = isClustered && isUniform && nClusters !== null ? nClusters : n;
  const right = independent === n ? correct : correct === 0 ? 0 : independent;
  const { low, high } = wilsonInterval(right, independent, confidence);
  return {
    ...counts,
    low: n === 0 ? null : low,
    high: n === 0 ? null : high,
    decidedBy: "exact-binomial" as TestName,
    pvalue: n === 0 ? null : exactBinomialTest(right, independent, chance).pvalue,
    simultaneous: n === 0 ? null : limitsOf(wilsonInterval(right, independent, joint)),
    signPatterns: null,
    reason:
      independent === n ? reason : `All answers are equal, so each of the ${nClusters} clusters counts as one answer.`,
    nClusters,
  };
}

function limitsOf({ low, high }: { low: number | null; high: number | null }) {
  return low === null || high === null ? null : { low, high };
}

/** The exact distance for independent answers. If answers share stories, the planning variance is that of chance. */
function computeDetectableDistance(
  n: number,
  clusters: number | null,
  chance: number,
  detection: Detection,
): DetectableRange {
  if (clusters !== null) {
    const planned = computeDetectableRange(chance * (1 - chance), n, clusters, detection);
    if (planned) return planned;
  }
  const distance = detectableByBinomial(n, chance, detection) ?? Number.POSITIVE_INFINITY;
  return { least: distance, most: distance };
}

function judgeSubject(
  { nClusters, ...row }: ReturnType<typeof testSubject>,
  index: number,
  judged: AdjustedFamily,
  frame: SentenceContext,
): ChanceRow {
  const { chance, power } = frame;
  const significant = judged.significant[index]!;
  const detection = { alpha: judged.level, power };
  const detectable = significant || row.n === 0 ? null : computeDetectableDistance(row.n, nClusters, chance, detection);
  const result = { ...row, adjusted: judged.adjusted[index]!, significant, detectable };
  return { ...result, sentence: formatSentence(result, frame) };
}

interface SentenceContext {
  chance: number;
  power: number;
  alpha: number;
  /** Whether the p is uncorrected. */
  isApart: boolean;
}

function formatSignPatterns({ signPatterns: found, pvalue }: Omit<ChanceRow, "sentence">, alpha: number): string {
  if (found === null) return "";
  return ` All sign patterns of the ${found.clusters} clusters: ${formatPInSentence(found.pvalue)}.${describeDisagreement(pvalue, found.pvalue, alpha)}`;
}

function formatSentence(row: Omit<ChanceRow, "sentence">, { chance, power, alpha, isApart }: SentenceContext): string {
  const { label, n, correct, accuracy, pvalue, adjusted, significant, detectable } = row;
  if (accuracy === null) return `${label} answered no item.`;
  const items = formatNumberOf(n, "item");
  const right = row.isBinary
    ? `${correct} of ${items} right`
    : `right in a mean of ${formatPercent(accuracy)}% of its answers to ${items}`;
  if (pvalue === null || adjusted === null) return `${label} was not tested against chance: ${right}. ${row.reason}`;
  const side = accuracy > chance ? "above" : "below";
  const finding = significant
    ? `${label} was ${side} chance: ${right}.`
    : `${label} did not differ from chance: ${right}.`;
  const interval =
    row.low === null || row.high === null
      ? ""
      : ` (${formatPercent(accuracy)}%, interval ${formatPercent(row.low)} to ${formatPercent(row.high)}%)`;
  const evidence = `${capitalize(testLabels[row.decidedBy])}, ${formatPercent(chance)}%${interval}, gives ${formatPInSentence(pvalue)}, ${isApart ? "not corrected" : `${formatPInSentence(adjusted)} after correction`}.${formatSignPatterns(row, alpha)}`;
  if (significant) return `${finding} ${evidence}`;
  const largest = Math.max(chance, 1 - chance);
  return `${finding} ${evidence} ${describeDetectableRange(detectable, { power, many: "stories", what: "distance from chance", largest })}`;
}
