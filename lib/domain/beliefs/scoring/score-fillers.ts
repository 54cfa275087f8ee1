import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { type AnswerRule, classifyAnswer } from "./classify.ts";
import type { BeliefAnswer } from "./pair-table.ts";

/** Correct answers to queries after true assertions. */
export interface FillerScore {
  answers: number;
  /** Null if there are no fillers. The interval is clustered by fact, and null if there are too few facts. */
  share: number | null;
  low: number | null;
  high: number | null;
}

/** After a true assertion, correct answers agree with memory: yes to the true object, no to the other object. */
export function scoreFillers(answers: readonly BeliefAnswer[], rule: AnswerRule): FillerScore {
  const shownAnswers = answers.filter((answer) => answer.shown);
  const { value, low, high } = clusteredEstimate(
    shownAnswers.map(({ answer, queryType, read }) =>
      Number(classifyAnswer(answer, queryType, rule, read) === "memory"),
    ),
    [{ one: "fact", many: "facts", ids: shownAnswers.map(({ fact }) => fact) }],
    { range: [0, 1], unit: "answers" },
  );
  return { answers: shownAnswers.length, share: value, low, high };
}
