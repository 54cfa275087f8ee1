import type { Answer, ItemTask } from "../../items/item.ts";
import { createTaskAnswer } from "../../items/kinds/task/task.ts";
import { locateQuotes } from "../../stories/solving/locate-quotes.ts";
import { withDistinctSpanIds } from "../../tasks/answers/distinct-span-ids.ts";
import { validateAnswer } from "../../tasks/answers/validate-answer.ts";
import { hasForm } from "../../tasks/forms/read-form.ts";
import { type AskedField, taskScreen } from "../../tasks/screens/task-screen.ts";
import { findMarkedRefusal } from "../../words/refusal.ts";
import { parseWords } from "../../words/words.ts";
import { findAnsweringPart, simplifyText } from "./plain-text.ts";
import { parserVersion, type Reading } from "./reading.ts";

/** A model's answer to a task, with the rule that was applied; the answer is null if there is none. */
export interface TaskReading extends Omit<Reading, "answer"> {
  answer: Answer | null;
}

/**
 * Reads a model's text as an answer to a task: a JSON object with a value for each field, or for a task with one field
 * just the value. Options are identified by value or label, spans by their words. An answer that people could not give
 * counts as no answer.
 */
export function readTaskText(task: ItemTask, output: string): TaskReading {
  const version = parserVersion;
  const part = findAnsweringPart(output);
  const refusal = findMarkedRefusal(part.text);
  if (refusal !== null) return { answer: null, rule: refusal, version };
  if (part.text === "") return { answer: null, rule: part.isThinkingUnclosed ? "think-unclosed" : "empty", version };
  const { asked } = taskScreen(task.schema, task.fields, false);
  const fields = asked.filter(hasForm);
  const object = parseJsonObject(part.text);
  const rule = object ? "json" : "bare";
  const given = object ?? answerSingleField(fields, part.text);
  if (!given) return { answer: null, rule, version };
  return { answer: readTaskAnswer(task, given), rule, version };
}

/** Reads an object with a value for each field; null if people could not give this answer. */
export function readTaskAnswer(task: ItemTask, given: Readonly<Record<string, unknown>>): Answer | null {
  const { asked } = taskScreen(task.schema, task.fields, false);
  const fields = asked.filter(hasForm);
  const values = Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = readValue(field, given[field.name], task);
      return value === undefined || value === null ? [] : [[field.name, value]];
    }),
  );
  const schema = { ...task.schema, answer: task.schema.answer.filter(hasForm) };
  const validated = validateAnswer(schema, task.fields, withDistinctSpanIds(values));
  return validated.ok ? createTaskAnswer(task, validated.answer) : null;
}

/** Parses the JSON object that ends at the last closing brace of a reply; null if there is none. */
function parseJsonObject(text: string): Record<string, unknown> | null {
  const end = text.lastIndexOf("}");
  // A reply has few opening brackets before its object, so only the first fifty are tried.
  const starts = [...text.slice(0, end + 1).matchAll(/\{/gu)].slice(0, 50);
  for (const { index } of starts) {
    try {
      const value: unknown = JSON.parse(text.slice(index, end + 1));
      if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
    } catch {
      // The object begins later.
    }
  }
  return null;
}

function answerSingleField(fields: readonly AskedField[], text: string): Record<string, unknown> | null {
  const [only, ...more] = fields;
  return only && more.length === 0 ? { [only.name]: text } : null;
}

function readValue(field: AskedField, given: unknown, task: ItemTask): unknown {
  switch (field.type) {
    case "choice":
      return optionOf(field, given);
    case "several":
    case "ranking":
      return Array.isArray(given) ? given.map((value) => optionOf(field, value)) : given;
    case "pairwise": {
      const [preferred, strength] = String(optionOf(field, given)).split("-");
      return strength === undefined ? { preferred } : { preferred, strength: Number(strength) };
    }
    case "rating":
      return numberOf(field.options.length > 0 ? optionOf(field, given) : given);
    case "number":
      return given !== null && typeof given === "object" ? given : { value: numberOf(given), ...soleUnit(field) };
    case "spans":
      return Array.isArray(given) ? given.flatMap((span, index) => spansOf(field, span, index, task)) : given;
    default:
      return given;
  }
}

/** The value of an option that is identified by value or label, ignoring case and formatting marks. */
function optionOf({ options }: AskedField, given: unknown): unknown {
  if (typeof given !== "string" && typeof given !== "number") return given;
  const optionName = simplifyText(String(given));
  const matchingOption = options.find(
    ({ value, label }) => simplifyText(value) === optionName || simplifyText(label) === optionName,
  );
  return matchingOption?.value ?? given;
}

function numberOf(given: unknown): unknown {
  return typeof given === "string" && given.trim() !== "" && !Number.isNaN(Number(given)) ? Number(given) : given;
}

function soleUnit({ units = [] }: AskedField): { unit?: string } {
  const [unit] = units;
  return unit !== undefined && units.length === 1 ? { unit } : {};
}

/** Finds the span of quoted words, in the first text that contains them. */
function spansOf(field: AskedField, given: unknown, index: number, task: ItemTask): object[] {
  const quotation = typeof given === "string" ? { text: given } : given;
  if (
    quotation === null ||
    typeof quotation !== "object" ||
    !("text" in quotation) ||
    typeof quotation.text !== "string"
  )
    return [];
  const label = "label" in quotation ? optionOf(field, quotation.label) : undefined;
  const source = task.schema.answer.find(({ name }) => name === field.name);
  const isList = source?.type === "spans" && Array.isArray(task.fields[source.in]);
  for (const [part, text] of (field.texts ?? []).entries()) {
    const story = parseWords(text);
    const [range] = locateQuotes(story, [quotation.text]).spans;
    const [first, last] = range ? [story.words[range[0]], story.words[range[1] - 1]] : [];
    if (!first || !last) continue;
    const labelPart = label === undefined ? {} : { label };
    return [{ id: String(index + 1), start: first.start, end: last.end, ...labelPart, ...(isList ? { part } : {}) }];
  }
  return [];
}
