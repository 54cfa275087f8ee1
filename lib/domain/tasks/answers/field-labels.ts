import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskOption } from "../schema/names.ts";
import { fieldOptions } from "./field-options.ts";

/** The labels that answers to a field can have, in every item; none for a field without fixed labels. */
export function fieldLabels(field: AnswerField): readonly TaskOption[] {
  if (field.type === "pairwise")
    return [
      { value: "first", label: "First preferred" },
      { value: "second", label: "Second preferred" },
      ...(field.allowTie ? [{ value: "tie", label: field.tieLabel }] : []),
    ];
  if (field.type === "spans" || field.type === "relations") return field.labels;
  return "options" in field ? fieldOptions(field, {}) : [];
}
