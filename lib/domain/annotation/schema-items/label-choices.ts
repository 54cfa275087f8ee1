import { fieldOptions } from "../../tasks/answers/field-options.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import type { TaskOption } from "../../tasks/schema/names.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";

const sides: readonly TaskOption[] = [
  { value: "first", label: "First preferred" },
  { value: "second", label: "Second preferred" },
  { value: "tie", label: "Tie" },
];

/** The labels that answers to a field can have, in every item; none for a field without fixed labels. */
export function fieldLabels(field: AnswerField): readonly TaskOption[] {
  if (field.type === "pairwise") return field.allowTie ? sides : sides.slice(0, 2);
  if (field.type === "spans" || field.type === "relations") return field.labels;
  return "options" in field ? fieldOptions(field, {}) : [];
}

/**
 * The answers by which items of a task schema can be selected, as "field:label"; for a field without fixed labels as
 * "field:", which means any answer.
 */
export function labelChoices({ answer }: Pick<TaskSchema, "answer">): { value: string; label: string }[] {
  return answer.flatMap((field) => {
    const question = /[?:.]$/u.test(field.label) ? field.label : `${field.label}:`;
    const labels = fieldLabels(field);
    return labels.length === 0
      ? [{ value: `${field.name}:`, label: `${question} any answer` }]
      : labels.map(({ value, label }) => ({ value: `${field.name}:${value}`, label: `${question} ${label}` }));
  });
}
