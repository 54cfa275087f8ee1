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
 * An answer as its screen shows it: the label of the chosen option, or the written text or number.
 *
 * @returns null for an answer that consists of several parts
 */
export function explainedAnswer(screens: readonly StimulusScreen[], answer: Answer | null): ExplainedAnswer | null {
  const asked = screens.find((screen) => screen.name === "answer");
  const chosen = asked?.options.find(({ value }) => value === answer?.choice)?.label ?? writtenAnswer(answer);
  if (!asked || chosen === null) return null;
  const { statement, markdown } = asked;
  const question = asked.question ?? taskQuestion(asked);
  return { question, statement, answer: chosen, ...(markdown ? { markdown } : {}) };
}

function writtenAnswer(answer: Answer | null): string | null {
  const [only, ...others] = Object.values(answer?.fields ?? {});
  const written = answer?.text ?? (others.length === 0 ? only : null);
  return typeof written === "string" || typeof written === "number" ? `${written}` : null;
}

/** The question of a task: its field of that name, otherwise the label of its first answer. */
function taskQuestion({ task }: StimulusScreen): string | null {
  const field = task?.shown.find(({ name, type }) => name === "question" && type === "text");
  return typeof field?.value === "string" ? field.value : (task?.asked[0]?.label ?? null);
}
