import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";
import type { AnswerProblem } from "./validate-answer.ts";

/** The name of the question at which a problem is shown: for a question of a group, the group. */
export function questionOfProblem({ answer }: Pick<TaskSchema, "answer">, { field }: AnswerProblem): string {
  return answer.find((one) => namesOf(one).includes(field))?.name ?? field;
}

/** The messages that are shown at a question, each once: its own, and for a group those of its questions. */
export function messagesAt(question: AnswerField, problems: readonly AnswerProblem[]): string[] {
  const names = namesOf(question);
  return [...new Set(problems.flatMap(({ field, message }) => (names.includes(field) ? [message] : [])))];
}

function namesOf(field: AnswerField): string[] {
  return field.type === "group" ? [field.name, ...field.fields.map(({ name }) => name)] : [field.name];
}
