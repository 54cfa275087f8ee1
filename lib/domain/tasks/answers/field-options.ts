import type { AnswerField } from "../schema/answer-field.ts";
import type { TaskOption } from "../schema/names.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The options of a field for an item: those of the schema, or texts of the item. */
export function fieldOptions(field: Extract<AnswerField, { options: unknown }>, fields: TaskFields): TaskOption[] {
  if (Array.isArray(field.options)) return field.options;
  const texts = fields[field.options.from];
  if (!Array.isArray(texts)) return [];
  return texts.map((text, index) => ({ value: `option-${index}`, label: typeof text === "string" ? text : "" }));
}

/** The name of a text in a list: the name from the schema, otherwise a letter. */
export function nameOfText(names: readonly string[], index: number): string {
  return names[index] ?? letters[index] ?? `${index + 1}`;
}
