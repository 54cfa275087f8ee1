import type { Answer } from "../../items/item.ts";
import type { StimulusScreen } from "../../items/kinds/item-kind.ts";

/** The question that a reason is about: the statement or question, and the answer just given to it. */
export interface ExplainedAnswer {
  question: string | null;
  statement: string | null;
  answer: string;
  /** The parts that are Markdown; absent if all parts are plain text. */
  markdown?: StimulusScreen["markdown"];
}

/**
 * An answer as shown on its screen: the label of the chosen option, or the written text or number.
 *
 * @returns null for an answer that consists of several parts
 */
export function findExplainedAnswer(screens: readonly StimulusScreen[], answer: Answer | null): ExplainedAnswer | null {
  const screenWithAnswer = screens.find((screen) => screen.name === "answer");
  const answerLabel =
    screenWithAnswer?.options.find(({ value }) => value === answer?.choice)?.label ?? formatWrittenAnswer(answer);
  if (!screenWithAnswer || answerLabel === null) return null;
  const { statement, markdown } = screenWithAnswer;
  const question = screenWithAnswer.question ?? taskQuestion(screenWithAnswer);
  return { question, statement, answer: answerLabel, ...(markdown ? { markdown } : {}) };
}

function formatWrittenAnswer(answer: Answer | null): string | null {
  const [only, ...others] = Object.values(answer?.fields ?? {});
  const writtenValue = answer?.text ?? (others.length === 0 ? only : null);
  return typeof writtenValue === "string" || typeof writtenValue === "number" ? `${writtenValue}` : null;
}

/** The question of a task: its text field named `question`, otherwise the label of its first answer. */
function taskQuestion({ task }: StimulusScreen): string | null {
  const field = task?.shown.find(({ name, type }) => name === "question" && type === "text");
  return typeof field?.value === "string" ? field.value : (task?.asked[0]?.label ?? null);
}
