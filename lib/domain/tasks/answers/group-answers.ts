import { type FieldAnswer, type TaskAnswer, taskAnswerSchema } from "./task-answer.ts";
import { isGiven } from "./visible-fields.ts";

/** The answers of a group by the ID of the span; empty for an answer in another form. */
export function groupAnswersOf(answer: FieldAnswer | undefined): Readonly<Record<string, TaskAnswer>> {
  if (!isGiven(answer) || typeof answer !== "object" || Array.isArray(answer)) return {};
  return Object.fromEntries(
    Object.entries(answer).flatMap(([id, inner]) => {
      const parsed = taskAnswerSchema.safeParse(inner);
      return parsed.success ? [[id, parsed.data]] : [];
    }),
  );
}
