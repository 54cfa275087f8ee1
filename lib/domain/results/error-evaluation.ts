import { approximateNote, type ClusteredEstimate, clusteredEstimate } from "../statistics/clustered-estimate.ts";
import type { KsteScores } from "../statistics/kste-scores.ts";
import { clusteringOf } from "./share.ts";
import type { ItemCluster } from "./study-results.ts";
import type { View } from "./views/view.ts";

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
  /** 1 or 0 on a consistent story, the overlap on an erroneous one (Yang et al. 2026, section 3.1). */
  localisation: number;
}

/** One number of the table: a mean with the answers, people and stories behind it. */
export interface EvaluationFigure {
  n: number;
  people: number;
  stories: number;
  /** Between 0 and 1; null without answers. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no interval, or none for new people or stories; null when there is what the design asks for. */
  reason: string | null;
}

/** A row of the paper's Table 2: classification on consistent, erroneous and all stories; localisation on the last two. */
export interface EvaluationRow {
  ablation: string;
  positive: EvaluationFigure;
  negative: EvaluationFigure;
  full: EvaluationFigure;
  negativeLocalisation: EvaluationFigure;
  fullLocalisation: EvaluationFigure;
}

/** How people and models did at finding errors, over one study. */
export interface ErrorEvaluation {
  rows: EvaluationRow[];
  /** Everybody: people and every series of a model, ready to be shown. */
  view: View;
  /** The paper's own arithmetic over all answers, without intervals, for comparison with its Table 2. */
  table: KsteScores;
  /** Answers left out because a reviewer excluded them. */
  excluded: number;
  /** Versions of the keys that scored the answers. */
  keyVersions: number[];
}

/** Table 2's human row for each display condition, in the order in which the conditions first occur. */
export function evaluationRows(answers: readonly ScoredErrorAnswer[]): EvaluationRow[] {
  return [...new Set(answers.map((answer) => answer.ablation))].map((ablation) => {
    const own = answers.filter((answer) => answer.ablation === ablation);
    const positive = own.filter((answer) => !answer.hasError);
    const negative = own.filter((answer) => answer.hasError);
    return {
      ablation,
      positive: figure(positive, (answer) => Number(answer.isRight)),
      negative: figure(negative, (answer) => Number(answer.isRight)),
      full: figure(own, (answer) => Number(answer.isRight)),
      negativeLocalisation: figure(negative, (answer) => answer.localisation),
      fullLocalisation: figure(own, (answer) => answer.localisation),
    };
  });
}

/** Full classification of plain stories in each genre. */
export function genreRows(answers: readonly ScoredErrorAnswer[], genres: readonly string[]): EvaluationFigure[] {
  const plain = answers.filter(({ ablation }) => ablation === "plain");
  return genres.map((genre) =>
    figure(
      plain.filter((answer) => answer.genre === genre),
      ({ isRight }) => Number(isRight),
    ),
  );
}

/**
 * A display condition less the plain story, each item against itself: classification over all items, localisation over
 * those with an error; clustered by story or source group.
 */
export function pairedByItem(
  answers: readonly ScoredErrorAnswer[],
  ablation: string,
  measure: "classification" | "localisation",
): ClusteredEstimate {
  const own = measure === "classification" ? answers : answers.filter(({ hasError }) => hasError);
  const measured = (answer: ScoredErrorAnswer) =>
    measure === "classification" ? Number(answer.isRight) : answer.localisation;
  const meanOf = (display: string) => {
    const sums = new Map<string, { sum: number; n: number; cluster: ItemCluster }>();
    for (const answer of own.filter((one) => one.ablation === display)) {
      const item = sums.get(answer.itemId) ?? { sum: 0, n: 0, cluster: answer.cluster };
      sums.set(answer.itemId, { ...item, sum: item.sum + measured(answer), n: item.n + 1 });
    }
    return sums;
  };
  const [shown, plain] = [meanOf(ablation), meanOf("plain")];
  const both = [...shown].flatMap(([item, one]) => {
    const other = plain.get(item);
    return other ? [{ value: one.sum / one.n - other.sum / other.n, cluster: one.cluster }] : [];
  });
  return clusteredEstimate(
    both.map(({ value }) => value),
    [clusteringOf(both.map(({ cluster }) => cluster))],
    { range: [-1, 1], unit: "items" },
  );
}

/** The mean with the interval that the design allows, clustered by person and story (`clusteredEstimate`). */
function figure(
  answers: readonly ScoredErrorAnswer[],
  measure: (answer: ScoredErrorAnswer) => number,
): EvaluationFigure {
  const people = answers.flatMap(({ sessionId }) => sessionId ?? []);
  const stories = clusteringOf(answers.map(({ cluster }) => cluster));
  const estimate = clusteredEstimate(
    answers.map(measure),
    [...(people.length === answers.length ? [{ one: "person", many: "people", ids: people }] : []), stories],
    { range: [0, 1], unit: "answers" },
  );
  const { n, value, low, high } = estimate;
  const reason = estimate.reason ?? approximateNote(estimate);
  return { n, people: new Set(people).size, stories: new Set(stories.ids).size, value, low, high, reason };
}
