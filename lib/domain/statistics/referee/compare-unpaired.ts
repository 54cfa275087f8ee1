import type { AdjustmentMethod } from "../adjust-p-values.ts";
import type { Category } from "../category.ts";
import { requireLevel, requireSameLength } from "../require-number.ts";
import { twoProportionTest } from "../two-proportions.ts";
import { unpairedClusteredDifference } from "../unpaired-clustered-difference.ts";
import { wilsonInterval } from "../wilson.ts";
import { chooseTest } from "./choose-test.ts";
import { type Refusal, refuse, type TestName } from "./comparison.ts";
import { judgeFamily } from "./family.ts";
import { detectableByT, detectableByTwoProportions } from "./minimum-detectable.ts";
import { testLabels } from "./test-labels.ts";
import { wordingOfCount, wordingOfDetectable, wordingOfP, wordingOfPoints } from "./wording.ts";

export interface UnpairedGroup {
  label: string;
  /** Right or wrong, or a score, one an answer. */
  values: readonly (boolean | number)[];
  /** What each answer is an answer to; two groups that share one are paired data. */
  items: readonly Category[];
  /** The story or person of each answer; leave out when answers stand alone. */
  clusters?: readonly Category[] | null;
}

export interface UnpairedComparisonInput {
  groups: readonly UnpairedGroup[];
  family?: AdjustmentMethod;
  test?: TestName;
  alpha?: number;
  power?: number;
}

export interface UnpairedPair {
  labelA: string;
  labelB: string;
  nA: number;
  nB: number;
  meanA: number | null;
  meanB: number | null;
  difference: number | null;
  low: number | null;
  high: number | null;
  pvalue: number | null;
  adjusted: number | null;
  significant: boolean;
  minimumDetectable: number | null;
  sentence: string;
}

export interface UnpairedComparison {
  ok: true;
  test: TestName;
  reason: string;
  warnings: string[];
  family: AdjustmentMethod;
  familySize: number;
  alpha: number;
  power: number;
  pairs: UnpairedPair[];
}

/**
 * Compares groups that answered different items, such as orders 3 and 4 of one model, pair by pair. Refused when two
 * groups share an item: then every shared item is its own control and `comparePaired` must be used. Without clusters
 * right and wrong are compared by the pooled z-test with Newcombe's interval, scores and clustered answers by the
 * unpaired clustered t-test. Throws RangeError when values, items and clusters do not fit each other.
 */
export function compareUnpaired(input: UnpairedComparisonInput): UnpairedComparison | Refusal {
  const { groups, family = "holm", alpha = 0.05, power = 0.8 } = input;
  requireLevel("alpha", alpha);
  requireLevel("power", power);
  for (const { label, values, items, clusters } of groups) {
    requireSameLength(`values of ${label}`, values, `items of ${label}`, items);
    if (clusters) requireSameLength(`values of ${label}`, values, `clusters of ${label}`, clusters);
  }
  const shared = sharedItems(groups);
  if (shared) return shared;
  const stories = new Set(groups.flatMap(({ clusters }) => clusters ?? [])).size;
  const answers = groups.reduce((sum, { values }) => sum + values.length, 0);
  const choice = chooseTest(
    {
      aim: "difference",
      outcome: groups.every(({ values }) => values.every((value) => typeof value === "boolean"))
        ? "binary"
        : "continuous",
      parties: groups.length,
      items: "different",
      stories: stories === 0 || stories === answers ? null : stories,
      answersPerPerson: "none",
      complete: true,
    },
    input.test,
  );
  if (!choice.ok) return choice;
  const rows = groups.flatMap((first, index) =>
    groups.slice(index + 1).map((second) => rowOf(first, second, choice.test, 1 - alpha)),
  );
  const judged = judgeFamily(
    rows.map(({ pvalue }) => pvalue),
    family,
    alpha,
  );
  const pairs = rows.map(({ detectable, ...row }, index): UnpairedPair => {
    const significant = judged.significant[index]!;
    const minimum = significant ? null : detectable({ alpha: judged.level, power });
    const pair = { ...row, adjusted: judged.adjusted[index]!, significant, minimumDetectable: minimum };
    return { ...pair, sentence: sentenceOf(pair, choice.test, power) };
  });
  const { test, reason, warnings } = choice;
  return { ok: true, test, reason, warnings, family, familySize: rows.length, alpha, power, pairs };
}

function sharedItems(groups: readonly UnpairedGroup[]): Refusal | null {
  for (const [index, first] of groups.entries()) {
    const known = new Set(first.items);
    for (const second of groups.slice(index + 1)) {
      const shared = new Set(second.items.filter((item) => known.has(item))).size;
      if (shared > 0)
        return refuse(
          "unpairedTestOnPairedData",
          `${first.label} and ${second.label} share ${wordingOfCount(shared, "item")}, so their answers are paired and an unpaired test is refused.`,
          "mcnemar-midp",
        );
    }
  }
  return null;
}

function rowOf(first: UnpairedGroup, second: UnpairedGroup, test: TestName, confidence: number) {
  const labels = { labelA: first.label, labelB: second.label };
  if (test === "two-proportion-z") {
    const [kA, nA] = [first.values.filter(Boolean).length, first.values.length];
    const [kB, nB] = [second.values.filter(Boolean).length, second.values.length];
    const { p1, p2, diff, pTwoSided } = twoProportionTest(kA, nA, kB, nB);
    const effectiveN = nA === 0 || nB === 0 ? 0 : Math.floor(2 / (1 / nA + 1 / nB));
    return {
      ...labels,
      nA,
      nB,
      meanA: p1,
      meanB: p2,
      difference: diff,
      ...newcombe(kA, nA, kB, nB, confidence),
      pvalue: diff === null ? null : pTwoSided,
      detectable: (detection: { alpha: number; power: number }) =>
        p1 === null || effectiveN === 0 ? null : detectableByTwoProportions(p1, effectiveN, detection),
    };
  }
  const result = unpairedClusteredDifference(clusteredGroup(first), clusteredGroup(second), confidence);
  return {
    ...labels,
    nA: result.nA,
    nB: result.nB,
    meanA: result.meanA,
    meanB: result.meanB,
    difference: result.meanDiff,
    low: result.seCR1 === 0 ? null : result.ciLow,
    high: result.seCR1 === 0 ? null : result.ciHigh,
    pvalue: result.pTwoSided,
    detectable: (detection: { alpha: number; power: number }) => detectableByT(result.seCR1, result.df, detection),
  };
}

function clusteredGroup({ label, values, items, clusters }: UnpairedGroup) {
  // Without clusters each answer stands alone; the label keeps equal numbers of two groups apart.
  return { values: values.map(Number), clusters: clusters ?? items.map((_, index) => `${label} ${index}`) };
}

/** Newcombe's hybrid score interval of a difference of two independent proportions (Newcombe 1998, method 10). */
function newcombe(kA: number, nA: number, kB: number, nB: number, confidence: number) {
  const a = wilsonInterval(kA, nA, confidence);
  const b = wilsonInterval(kB, nB, confidence);
  if (a.estimate === null || b.estimate === null) return { low: null, high: null };
  const difference = a.estimate - b.estimate;
  return {
    low: difference - Math.hypot(a.estimate - a.low, b.high - b.estimate),
    high: difference + Math.hypot(a.high - a.estimate, b.estimate - b.low),
  };
}

function sentenceOf(pair: Omit<UnpairedPair, "sentence">, test: TestName, power: number): string {
  const { labelA, labelB, nA, nB, difference, pvalue, adjusted, significant, minimumDetectable } = pair;
  if (difference === null || pvalue === null || adjusted === null)
    return `${labelA} (n = ${nA}) and ${labelB} (n = ${nB}) hold too little spread to be compared.`;
  const finding = significant
    ? `${difference > 0 ? labelA : labelB} scored higher than ${difference > 0 ? labelB : labelA}`
    : `The difference between ${labelA} and ${labelB} is not significant`;
  const numbers = `${wordingOfPoints(difference)} points on ${nA} and ${nB} different items; ${testLabels[test]} gives ${wordingOfP(pvalue)}, ${wordingOfP(adjusted)} after correction`;
  if (significant) return `${finding}: ${numbers}.`;
  const smallest = minimumDetectable === null ? null : `${wordingOfPoints(minimumDetectable)} points`;
  return `${finding}: ${numbers}. ${wordingOfDetectable(smallest, power)}`;
}
