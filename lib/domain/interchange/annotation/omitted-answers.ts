import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";

/** The formats that cannot store the answers to some fields. */
export type LimitedFormat = "prodigy" | "label-studio";

/** The labels of the fields whose answers, or a part of them, are not in an export for another tool. */
export function listOmittedAnswers(schema: TaskSchema, format: LimitedFormat): string[] {
  const isOmitted = format === "prodigy" ? isNotInProdigy : isNotInLabelStudio;
  return schema.answer.filter((field) => isOmitted(field, schema.answer)).map(({ label }) => label);
}

/** A line of Prodigy has one list of spans, one of relations, one choice and one text. */
function isNotInProdigy(field: AnswerField, all: readonly AnswerField[]): boolean {
  const isFirstOf = (...types: AnswerField["type"][]) => all.find(({ type }) => types.includes(type)) === field;
  if (field.type === "choice" || field.type === "several")
    return !isFirstOf("choice", "several") || !Array.isArray(field.options);
  return !isFirstOf("spans") && !isFirstOf("relations") && !isFirstOf("text");
}

/** Label Studio has no results for questions about a span; its comparisons have no tie or strength, its numbers no unit. */
function isNotInLabelStudio(field: AnswerField): boolean {
  if (field.type === "pairwise") return field.allowTie || field.strength > 1;
  return field.type === "group" || (field.type === "number" && field.units.length > 0);
}
