import { approximateNote, clusteredEstimate } from "../statistics/clustered-estimate.ts";
import type { KsteScores } from "../statistics/kste-scores.ts";
import { byStory } from "./share.ts";

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

/** The mean with the interval that the design allows, clustered by person and story (`clusteredEstimate`). */
function figure(
  answers: readonly ScoredErrorAnswer[],
  measure: (answer: ScoredErrorAnswer) => number,
): EvaluationFigure {
  const people = answers.map(({ sessionId }) => sessionId);
  const stories = answers.map(({ storyId }) => storyId);
  const estimate = clusteredEstimate(
    answers.map(measure),
    [
      { one: "person", many: "people", ids: people },
      { ...byStory, ids: stories },
    ],
    { range: [0, 1], unit: "answers" },
  );
  const { n, value, low, high } = estimate;
  const reason = estimate.reason ?? approximateNote(estimate);
  return { n, people: new Set(people).size, stories: new Set(stories).size, value, low, high, reason };
}
