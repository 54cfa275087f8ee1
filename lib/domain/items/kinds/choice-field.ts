import type { TaskSchemaDocument } from "../../tasks/schema/task-schema.ts";
import type { Option, ParsedAnswer, Wording } from "./item-kind.ts";

/** A choice field of a document. An item kind uses its options and messages. */
export type ChoiceField = Extract<TaskSchemaDocument["answer"][number], { type: "choice" }>;

type Options = readonly { value: string; label: string }[];

export function valuesOf(options: Options): string[] {
  return options.map(({ value }) => value);
}

/** The labels of fixed options as texts that a study may override. The label of the value "yes" is `yesLabel`. */
export function createChoiceWording(options: Options): Wording {
  return Object.fromEntries(options.map(({ value, label }) => [`${value}Label`, label]));
}

/** Fixed options with the study's labels. */
export function applyLabels(options: Options, wording: Wording): Option[] {
  return options.map(({ value, label }) => ({ value, label: wording[`${value}Label`] ?? label }));
}

/** Parses the choice in a form: one of the offered values, or the field's message about the problem. */
export function parseChoice(
  { messages }: Pick<ChoiceField, "messages">,
  offered: readonly string[],
  chosen: string | string[] | undefined,
): Extract<ParsedAnswer, { ok: false }> | { ok: true; answer: { choice: string } } {
  if (chosen === undefined || chosen === "")
    return { ok: false, field: "choice", message: messages?.missing ?? "Please choose an answer.", reason: "missing" };
  const choice = offered.find((value) => value === chosen);
  if (choice !== undefined) return { ok: true, answer: { choice } };
  const message = messages?.invalid ?? "The answer must be one of the options.";
  return { ok: false, field: "choice", message, reason: "not-offered" };
}
