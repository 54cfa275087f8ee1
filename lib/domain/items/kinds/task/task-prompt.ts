import type { AskedField, ShownField } from "../../../tasks/screens/task-screen.ts";
import type { ShownParts } from "../item-kind.ts";
import { fileInPrompt } from "./media-marks.ts";

/** The prompt of a task: the stimulus, the questions, and the required format of the answer (one JSON object). */
export function formatTaskPrompt({ instruction, task }: ShownParts): string {
  if (!task) throw new RangeError("a prompt of the kind task needs the parts of a task");
  const questions = task.asked.map(formatAskedField);
  const form = `Answer with one JSON object and nothing else:\n{${task.asked.map(formatAnswerForm).join(", ")}}`;
  return [instruction, ...task.shown.map(formatShownField), ...questions, form]
    .filter((part) => part.trim() !== "")
    .join("\n\n");
}

/** A stimulus field as text, with the marks of its files. */
function formatShownField({ label, value, names, type }: ShownField): string {
  const lead = label === "" ? "" : `${label}:\n`;
  if (typeof value === "string") return `${lead}${value}`;
  if (!Array.isArray(value)) return `${lead}${fileInPrompt(type, value)}`;
  const lines = value.map((part, index) => {
    if (typeof part === "string") return `${names?.[index] ?? index + 1}: ${part}`;
    return "speaker" in part ? `${part.speaker}: ${part.text}` : `${part.key}: ${part.value}`;
  });
  return `${lead}${lines.join("\n")}`;
}

function formatAskedField({ label, help, options }: AskedField): string {
  return [label, help, ...options.map((option) => formatAskedOption(option))].filter(Boolean).join("\n");
}

function formatAskedOption({ value, label, help }: AskedField["options"][number]): string {
  const optionName = value === label ? label : `${value}: ${label}`;
  return `- ${optionName}${help ? ` (${help})` : ""}`;
}

/** Describes the JSON form of a field's answer, with the words of its options. */
function formatAnswerForm(field: AskedField): string {
  const name = JSON.stringify(field.name);
  switch (field.type) {
    case "choice":
      return `${name}: one of the values above`;
    case "pairwise":
      return `${name}: one of the values above`;
    case "several":
      return `${name}: [values above]`;
    case "ranking":
      return `${name}: [values above, the best first]`;
    case "rating":
      return `${name}: a number from ${field.bounds?.minimum} to ${field.bounds?.maximum}`;
    case "number":
      return field.units && field.units.length > 0
        ? `${name}: {"value": a number, "unit": ${field.units.map((unit) => JSON.stringify(unit)).join(" or ")}}`
        : `${name}: a number`;
    case "spans": {
      const label = field.options.length > 0 ? ', "label": one of the values above' : "";
      return `${name}: [{"text": the exact words${label}}]`;
    }
    default:
      return `${name}: a text`;
  }
}
