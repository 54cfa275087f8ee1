import { formatCount, formatNumberOf, formatPercent, formatPInSentence } from "../../format/figures.ts";
import { adjustPValues } from "../../statistics/basics/adjust-p-values.ts";
import { studentQuantile } from "../../statistics/basics/distributions.ts";
import { type ClusteredEstimate, testEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findIntervalNote } from "../../statistics/clustered/interval-note.ts";
import { describeDisagreement } from "../../statistics/referee/wording.ts";
import { type EstimateCell, type TestCell, test } from "./view.ts";

/** An estimated difference of shares, with its test. */
export interface TestedDifference extends ClusteredEstimate {
  /** p over all sign patterns for five to twelve clusters; otherwise null. */
  signPatterns: number | null;
}

/** One test of a family: the comparison as the beginning of a sentence, and its result. */
export interface FamilyMember {
  says: string;
  difference: TestedDifference;
  /** The unit of n, in the plural ("cells"). */
  unit: string;
  /**
   * The test if missing and unparsed answers of its models favoured the other side (`worstCase`); omitted if no answer
   * is missing.
   */
  worst?: TestCell["worst"];
}

export interface FamilyCells {
  /** One cell of a table for each member, in order. */
  cells: TestCell[];
  /** One sentence for each member, with n, interval, p and corrected p. */
  findings: string[];
}

const alpha = 0.05;

/**
 * Corrects the tests of a family together by Holm. The tests are t tests that a difference is 0; only tests that can be
 * computed count. Each test also gets simultaneous limits, at alpha divided by the number of these tests. A significant
 * difference has no conclusion if it would not be significant with missing answers in favour of the other side.
 */
export function testTogether(members: readonly FamilyMember[]): FamilyCells {
  const tests = members.map(({ difference }) => testEstimate(difference)?.pvalue ?? null);
  const adjusted = adjustPValues(tests, "holm");
  const size = tests.filter((p) => p !== null).length;
  const dependsOnMissing = ({ worst }: FamilyMember, index: number) =>
    worst !== undefined &&
    (adjusted[index] ?? 1) <= alpha &&
    (adjustPValues(tests.with(index, worst.p), "holm")[index] ?? 1) > alpha;
  const cells = members.map(({ difference, worst }, index) =>
    test(
      tests[index] ?? null,
      difference.n,
      tests[index] === null ? difference.reason : null,
      adjusted[index] ?? null,
      {
        simultaneous: simultaneousLimits(difference, size),
        signPatterns: difference.signPatterns,
        ...(worst && { worst }),
      },
    ),
  );
  return {
    cells,
    findings: members.map((member, index) =>
      formatFinding(member, cells[index]!, size, dependsOnMissing(member, index)),
    ),
  };
}

/** Null if the values do not vary, and for a single test, whose limits equal the ordinary interval. */
function simultaneousLimits({ value, se, df }: ClusteredEstimate, size: number): TestCell["simultaneous"] {
  if (size < 2 || value === null || !se || df === null) return null;
  const half = -studentQuantile(alpha / size / 2, df) * se;
  return { low: Math.max(-1, value - half), high: Math.min(1, value + half), unit: "points" };
}

function formatFinding(
  { says, difference, unit, worst }: FamilyMember,
  cell: TestCell,
  size: number,
  depends: boolean,
): string {
  const countText = [
    `${formatCount(difference.n)} ${unit}`,
    ...difference.clusters.map(({ count, many }) => `${count} ${many}`),
  ].join(", ");
  const noConclusion = depends
    ? ` No conclusion: depends on ${formatNumberOf(worst?.missing ?? 0, "missing and unparsed answer")}.`
    : "";
  const text = formatTestedDifference(says, { ...difference, reason: findIntervalNote(difference) }, cell, {
    countText,
    correction: `Holm over ${size}`,
    size,
    alpha,
  });
  return `${text}${noConclusion}`;
}

/**
 * One sentence about a difference in points and its test: interval, n, p, corrected p, simultaneous limits, sign
 * patterns and notes.
 *
 * @param countText n with its unit
 * @param correction the correction over `size` tests
 * @param notTested the reason why there is no p
 */
export function formatTestedDifference(
  says: string,
  { value, low, high, reason }: Pick<EstimateCell, "value" | "low" | "high" | "reason">,
  { p, adjusted, simultaneous, signPatterns }: TestCell,
  {
    countText,
    correction,
    size,
    alpha: level,
    notTested = "not tested",
  }: { countText: string; correction: string; size: number; alpha: number; notTested?: string },
): string {
  if (value === null) return `${says}: nothing to compare (n = ${countText}).`;
  const interval =
    low === null || high === null ? "no interval" : `95% interval ${formatPercent(low)} to ${formatPercent(high)}`;
  const correctionText = size > 1 && adjusted !== null ? `, ${formatPInSentence(adjusted)} after ${correction}` : "";
  const simultaneousText = simultaneous
    ? `, simultaneous limits ${formatPercent(simultaneous.low)} to ${formatPercent(simultaneous.high)}`
    : "";
  const patterns = signPatterns === null ? "" : `, ${formatPInSentence(signPatterns)} over all sign patterns`;
  const testText = p === null ? notTested : `${formatPInSentence(p)}${correctionText}${simultaneousText}${patterns}`;
  return `${says}: ${formatPercent(value)} points (${interval}; n = ${countText}); ${testText}.${describeDisagreement(p, signPatterns, level)}${reason === null ? "" : ` ${reason}`}`;
}
