import type { AdjustmentMethod } from "../adjust-p-values.ts";
import type { Category } from "../category.ts";
import { clusteredMean } from "../clustered-mean.ts";
import { studentQuantile } from "../distributions.ts";
import { type PairedClusteredDifference, pairedClusteredDifference } from "../paired-clustered-difference.ts";
import { requireLevel, requireRectangle, requireSameLength } from "../require-number.ts";
import { chooseTest } from "./choose-test.ts";
import type { Refusal, TestName } from "./comparison.ts";
import { judgeFamily } from "./family.ts";
import { detectableByT } from "./minimum-detectable.ts";
import { testLabels } from "./test-labels.ts";
import { tieLetters } from "./tie-groups.ts";
import { wordingOfCount, wordingOfDetectable, wordingOfP } from "./wording.ts";

export interface PairedScoresInput {
  labels: readonly string[];
  /** Items x subjects: a score such as an overlap, or null for no answer. */
  scores: readonly (readonly (number | null)[])[];
  clusters?: readonly Category[] | null;
  family?: AdjustmentMethod;
  test?: TestName;
  alpha?: number;
  power?: number;
}

export interface ScoredSubject {
  label: string;
  n: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  /** Subjects that share a letter do not differ significantly. */
  letters: string;
}

export interface ScoredPair extends PairedClusteredDifference {
  a: number;
  b: number;
  labelA: string;
  labelB: string;
  nDropped: number;
  low: number | null;
  high: number | null;
  /** 1 when all scores are equal; null when the clusters show no spread of a difference that is not 0. */
  pvalue: number | null;
  adjusted: number | null;
  significant: boolean;
  minimumDetectable: number | null;
  sentence: string;
}

export interface PairedScores {
  ok: true;
  test: TestName;
  reason: string;
  warnings: string[];
  family: AdjustmentMethod;
  familySize: number;
  alpha: number;
  power: number;
  subjects: ScoredSubject[];
  pairs: ScoredPair[];
}

/**
 * `comparePaired` for scores instead of right and wrong, such as the overlap of marked words: paired differences with
 * clustered errors, their correction, intervals, tie groups and detectable differences. Each item is its own cluster when
 * no stories are given. Throws RangeError when labels, scores and clusters do not fit each other.
 */
export function comparePairedScores(input: PairedScoresInput): PairedScores | Refusal {
  const { labels, scores, family = "holm", alpha = 0.05, power = 0.8 } = input;
  requireLevel("alpha", alpha);
  requireLevel("power", power);
  const width = requireRectangle("scores", scores);
  if (scores.length > 0) requireSameLength("labels", labels, "a row of scores", new Array(width));
  if (input.clusters) requireSameLength("scores", scores, "clusters", input.clusters);
  const stories = input.clusters ? new Set(input.clusters).size : null;
  const choice = chooseTest(
    {
      aim: "difference",
      outcome: "continuous",
      parties: labels.length,
      items: "same",
      stories: stories === scores.length ? null : stories,
      answersPerPerson: "none",
      complete: scores.every((row) => row.every((score) => score !== null)),
    },
    input.test,
  );
  if (!choice.ok) return choice;
  const clusters = input.clusters ?? scores.map((_, item) => item);
  const rows = labels.flatMap((labelA, a) =>
    labels.slice(a + 1).map((labelB, offset) => {
      const b = a + 1 + offset;
      return { a, b, labelA, labelB, ...scoredDifference(scores, a, b, clusters, 1 - alpha) };
    }),
  );
  const judged = judgeFamily(
    rows.map(({ pvalue }) => pvalue),
    family,
    alpha,
  );
  const pairs = rows.map((row, index): ScoredPair => {
    const significant = judged.significant[index]!;
    const pair = {
      ...row,
      adjusted: judged.adjusted[index]!,
      significant,
      minimumDetectable: significant ? null : detectableByT(row.seCR1, row.df, { alpha: judged.level, power }),
    };
    return { ...pair, sentence: sentenceOf(pair, choice.test, power) };
  });
  const { test, reason, warnings } = choice;
  const subjects = scoredSubjects(labels, scores, clusters, pairs, 1 - alpha);
  return { ok: true, test, reason, warnings, family, familySize: rows.length, alpha, power, subjects, pairs };
}

function scoredDifference(
  scores: readonly (readonly (number | null)[])[],
  a: number,
  b: number,
  clusters: readonly Category[],
  confidence: number,
) {
  const shared = scores.flatMap((row, item) => {
    const [left, right] = [row[a] ?? null, row[b] ?? null];
    return left === null || right === null ? [] : [{ left, right, cluster: clusters[item]! }];
  });
  const result = pairedClusteredDifference(
    shared.map(({ left }) => left),
    shared.map(({ right }) => right),
    shared.map(({ cluster }) => cluster),
  );
  const { meanDiff, seCR1, df, n } = result;
  const half = seCR1 === null || seCR1 === 0 || df === null ? null : -studentQuantile((1 - confidence) / 2, df) * seCR1;
  const allEqual = n > 0 && shared.every(({ left, right }) => left === right);
  return {
    ...result,
    nDropped: scores.length - n,
    low: half === null ? null : meanDiff! - half,
    high: half === null ? null : meanDiff! + half,
    pvalue: allEqual ? 1 : result.pTwoSided,
  };
}

function scoredSubjects(
  labels: readonly string[],
  scores: readonly (readonly (number | null)[])[],
  clusters: readonly Category[],
  pairs: readonly ScoredPair[],
  confidence: number,
): ScoredSubject[] {
  const rows = labels.map((label, subject) => {
    const given = scores.flatMap((row, item) => {
      const score = row[subject] ?? null;
      return score === null ? [] : [{ score, cluster: clusters[item]! }];
    });
    const { n, mean, seCR1, ciLow, ciHigh } = clusteredMean(
      given.map(({ score }) => score),
      given.map(({ cluster }) => cluster),
      confidence,
    );
    return { label, n, mean, low: seCR1 === 0 ? null : ciLow, high: seCR1 === 0 ? null : ciHigh };
  });
  const differing = new Set(pairs.flatMap(({ a, b, significant }) => (significant ? [`${a} ${b}`, `${b} ${a}`] : [])));
  const value = (subject: number) => rows[subject]!.mean ?? Number.NEGATIVE_INFINITY;
  const order = [...labels.keys()].sort((i, j) => (value(i) === value(j) ? i - j : value(j) - value(i)));
  const letters = tieLetters(order, (i, j) => differing.has(`${i} ${j}`));
  return rows.map((row, subject) => ({ ...row, letters: letters[subject]! }));
}

function sentenceOf(pair: Omit<ScoredPair, "sentence">, test: TestName, power: number): string {
  const { labelA, labelB, n, meanDiff, low, high, pvalue, adjusted, significant, minimumDetectable } = pair;
  if (n === 0 || meanDiff === null) return `${labelA} and ${labelB} answered no item in common.`;
  const items = wordingOfCount(n, "shared item");
  if (pvalue === null || adjusted === null)
    return `${labelA} and ${labelB} cannot be compared on ${items}: the clusters show no spread.`;
  if (pair.low === null) return `${labelA} and ${labelB} scored alike on every one of ${items}.`;
  const finding = significant
    ? `${meanDiff > 0 ? labelA : labelB} scored higher than ${meanDiff > 0 ? labelB : labelA} on ${items}`
    : `The difference between ${labelA} and ${labelB} on ${items} is not significant`;
  const evidence = `mean difference ${wordingOfScore(meanDiff)} (${wordingOfScore(low!)} to ${wordingOfScore(high!)}); ${testLabels[test]} gives ${wordingOfP(pvalue)}, ${wordingOfP(adjusted)} after correction`;
  if (significant || minimumDetectable === null) return `${finding}: ${evidence}.`;
  return `${finding}: ${evidence}. ${wordingOfDetectable(wordingOfScore(minimumDetectable), power)}`;
}

function wordingOfScore(score: number): string {
  return score.toFixed(3).replace("-", "\u2212");
}
