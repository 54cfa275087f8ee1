import { fieldLabels } from "../../tasks/answers/field-labels.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";

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
