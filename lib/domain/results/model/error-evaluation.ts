import type { KsteScores } from "../../statistics/agreement/kste-scores.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import type { CountChoice } from "../../survey/counted-response.ts";
import type { View } from "../views/view.ts";
import { clusteringOf } from "./share.ts";
import type { ItemCluster } from "./study-results.ts";

/** One scored answer to a `consistency` item. */
export interface ScoredErrorAnswer {
  /** Null for a model. */
  sessionId: string | null;
  itemId: string;
  cluster: ItemCluster;
  genre: string;
  ablation: string;
  hasError: boolean;
  isRight: boolean;
  /**
   * 1 or 0 on a consistent story, the overlap on an erroneous story (Yang et al. 2026, section 3.1); null if the
   * position was not requested.
   */
  localisation: number | null;
  /**
   * The number of words that a model quoted, and of those that occur in the story; null for people and for answers
   * without a text.
   */
  words: { quoted: number; found: number } | null;
}

/** One number of the table: a mean with its numbers of answers, people and stories. */
export interface EvaluationFigure {
  n: number;
  people: number;
  stories: number;
  /** Between 0 and 1; null without answers. */
  value: number | null;
  low: number | null;
  high: number | null;
  /**
   * Why there is no interval, or only an interval that does not cover new people or stories; null if the interval is
   * what the design requires.
   */
  reason: string | null;
}

/** A row of the paper's Table 2: classification on consistent, erroneous and all stories; localisation on the last two. */
export interface ErrorEvaluationRow {
  ablation: string;
  positive: EvaluationFigure;
  negative: EvaluationFigure;
  full: EvaluationFigure;
  negativeLocalisation: EvaluationFigure;
  fullLocalisation: EvaluationFigure;
}

/** The results of people and models on error detection in one study. */
export interface ErrorEvaluation {
  rows: ErrorEvaluationRow[];
  /** People and every series of a model, ready for display. */
  view: View;
  /** The paper's computation over all answers, without intervals, for comparison with its Table 2. */
  table: KsteScores;
  /** Whose answers count. */
  counted: CountChoice;
  /** Number of answers that a reviewer excluded. */
  excluded: number;
  /** Versions of the keys that scored the answers. */
  keyVersions: number[];
}

/** Table 2's human row for each display condition, in order of first occurrence. */
export function evaluationRows(answers: readonly ScoredErrorAnswer[]): ErrorEvaluationRow[] {
  return [...new Set(answers.map((answer) => answer.ablation))].map((ablation) => {
    const ablationAnswers = answers.filter((answer) => answer.ablation === ablation);
    const positive = ablationAnswers.filter((answer) => !answer.hasError);
    const negative = ablationAnswers.filter((answer) => answer.hasError);
    return {
      ablation,
      positive: estimateFigure(positive, (answer) => Number(answer.isRight)),
      negative: estimateFigure(negative, (answer) => Number(answer.isRight)),
      full: estimateFigure(ablationAnswers, (answer) => Number(answer.isRight)),
      negativeLocalisation: estimateFigure(negative, (answer) => answer.localisation),
      // If erroneous stories have no localisation, all stories have none.
      fullLocalisation: estimateFigure(
        negative.length > 0 && negative.every(({ localisation }) => localisation === null) ? [] : ablationAnswers,
        (answer) => answer.localisation,
      ),
    };
  });
}

/** The share of the words quoted by a model that occur in its stories; null if the model quoted no word. */
export function foundShare(
  answers: readonly ScoredErrorAnswer[],
): { found: number; quoted: number; share: number } | null {
  const quotedCount = answers.reduce((sum, { words }) => sum + (words?.quoted ?? 0), 0);
  const foundCount = answers.reduce((sum, { words }) => sum + (words?.found ?? 0), 0);
  return quotedCount === 0 ? null : { found: foundCount, quoted: quotedCount, share: foundCount / quotedCount };
}

/** Full classification of plain stories in each genre. */
export function genreRows(answers: readonly ScoredErrorAnswer[], genres: readonly string[]): EvaluationFigure[] {
  const plainAnswers = answers.filter(({ ablation }) => ablation === "plain");
  return genres.map((genre) =>
    estimateFigure(
      plainAnswers.filter((answer) => answer.genre === genre),
      ({ isRight }) => Number(isRight),
    ),
  );
}

/** The columns of Table 2: classification of consistent, erroneous and all stories, localisation on the last two. */
export const errorMeasures = ["positive", "negative", "full", "negative-localisation", "full-localisation"] as const;
export type ErrorMeasure = (typeof errorMeasures)[number];

function measureAnswer(answer: ScoredErrorAnswer, measure: ErrorMeasure): number | null {
  if (measure === "positive" && answer.hasError) return null;
  if (measure.startsWith("negative") && !answer.hasError) return null;
  return measure.endsWith("localisation") ? answer.localisation : Number(answer.isRight);
}

/**
 * The paired differences of two sets of answers: for each item in both sets, the mean of the first minus the mean of
 * the second.
 */
export function itemDifferences(
  first: readonly ScoredErrorAnswer[],
  second: readonly ScoredErrorAnswer[],
  measure: ErrorMeasure,
): { value: number; cluster: ItemCluster }[] {
  const meansOf = (answers: readonly ScoredErrorAnswer[]) => {
    const sums = new Map<string, { sum: number; n: number; cluster: ItemCluster }>();
    for (const answer of answers) {
      const value = measureAnswer(answer, measure);
      if (value === null) continue;
      const item = sums.get(answer.itemId) ?? { sum: 0, n: 0, cluster: answer.cluster };
      sums.set(answer.itemId, { ...item, sum: item.sum + value, n: item.n + 1 });
    }
    return sums;
  };
  const [one, other] = [meansOf(first), meansOf(second)];
  return [...one].flatMap(([item, { sum, n, cluster }]) => {
    const otherItem = other.get(item);
    return otherItem ? [{ value: sum / n - otherItem.sum / otherItem.n, cluster }] : [];
  });
}

/** The mean with its interval, clustered by person and story (`clusteredEstimate`). */
function estimateFigure(
  given: readonly ScoredErrorAnswer[],
  measure: (answer: ScoredErrorAnswer) => number | null,
): EvaluationFigure {
  const answers = given.filter((answer) => measure(answer) !== null);
  const people = answers.flatMap(({ sessionId }) => sessionId ?? []);
  const stories = clusteringOf(answers.map(({ cluster }) => cluster));
  const estimate = clusteredEstimate(
    answers.map((answer) => measure(answer)!),
    [...(people.length === answers.length ? [{ one: "person", many: "people", ids: people }] : []), stories],
    { range: [0, 1], unit: "answers" },
  );
  const { n, value, low, high } = estimate;
  const reason = estimate.reason ?? findApproximateNote(estimate);
  return { n, people: new Set(people).size, stories: new Set(stories.ids).size, value, low, high, reason };
}
