import { clusteredMean } from "../statistics/clustered-mean.ts";
import { twoWayClusteredMean } from "../statistics/two-way-clustered-mean.ts";

/** One scored answer to a `consistency` item. */
export interface ScoredErrorAnswer {
  sessionId: string;
  storyId: string;
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

/** The mean with an interval clustered by person and story; by story alone where only one person answered. */
function figure(
  answers: readonly ScoredErrorAnswer[],
  measure: (answer: ScoredErrorAnswer) => number,
): EvaluationFigure {
  const people = new Set(answers.map((answer) => answer.sessionId)).size;
  const stories = new Set(answers.map((answer) => answer.storyId)).size;
  const base = { n: answers.length, people, stories };
  if (answers.length === 0) return { ...base, value: null, low: null, high: null };
  const values = answers.map(measure);
  const byStory = answers.map((answer) => answer.storyId);
  const { mean, ciLow, ciHigh } =
    people > 1
      ? twoWayClusteredMean(
          values,
          answers.map((answer) => answer.sessionId),
          byStory,
        )
      : clusteredMean(values, byStory);
  return { ...base, value: mean, low: bounded(ciLow), high: bounded(ciHigh) };
}

function bounded(limit: number | null): number | null {
  return limit === null ? null : Math.min(1, Math.max(0, limit));
}
