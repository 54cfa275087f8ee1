import { canonicalJson } from "../../fingerprint.ts";
import { spansOf } from "../../tasks/answers/check-spans.ts";
import { fieldOptions, nameOfText } from "../../tasks/answers/field-options.ts";
import { preferenceSchema, quantitySchema, type TaskSpan } from "../../tasks/answers/task-answer.ts";
import type { AnswerField, FieldOfType } from "../../tasks/schema/answer-field.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import { findOptionOfKey, type KeyCoding } from "./key-coding.ts";

/**
 * The key of a field as people write it: letters of options, a number, accepted texts or marked passages, one per line.
 * A key that cannot be written so is JSON. Empty without a key.
 */
export function textOfFieldKey(field: AnswerField, key: unknown, fields: TaskFields): string {
  if (key === undefined || key === null) return "";
  const text = writeKey(field, key, fields);
  const isSame = text !== null && compared(fieldKeyOfText(field, text, fields)) === compared(key);
  return isSame ? text : JSON.stringify(key);
}

/** Span IDs are only names within a key. */
function compared(key: unknown): string {
  const spans = Array.isArray(key) ? spansOf(key) : [];
  return canonicalJson(spans.length > 0 ? spans.map((span) => ({ ...span, id: "" })) : key);
}

function writeKey(field: AnswerField, key: unknown, fields: TaskFields): string | null {
  switch (field.type) {
    case "choice":
    case "several":
    case "ranking": {
      const values = fieldOptions(field, fields).map(({ value }) => value);
      const letters = [key].flat().map((one) => nameOfText([], values.indexOf(String(one))));
      return letters.join(field.type === "ranking" ? " > " : "; ");
    }
    case "number": {
      const { value, unit = "" } = quantitySchema.safeParse(key).data ?? { value: Number(key) };
      return `${value} ${unit}`.trim();
    }
    case "rating":
      return String(key);
    case "text":
    case "edit":
      return [key].flat().join("\n");
    case "pairwise": {
      const { preferred, strength = "" } = preferenceSchema.safeParse(key).data ?? { preferred: "tie" as const };
      return `${{ first: "A", second: "B", tie: "Equal" }[preferred]} ${strength}`.trim();
    }
    case "spans": {
      const text = fields[field.in];
      if (typeof text !== "string" || !Array.isArray(key)) return null;
      return spansOf(key)
        .map(({ start, end, label }) => {
          const shown = field.labels.find(({ value }) => value === label)?.label;
          return `${shown === undefined ? "" : `${shown}: `}${text.slice(start, end)}`;
        })
        .join("\n");
    }
    default:
      return null;
  }
}

/**
 * Reads a key that `textOfFieldKey` or a person wrote. Unknown values are returned unchanged, so that the error of the
 * schema states the valid values.
 *
 * @param keys how numbers identify options; null: only letters and texts do
 */
export function fieldKeyOfText(
  field: AnswerField,
  text: string,
  fields: TaskFields,
  keys: KeyCoding | null = null,
): unknown {
  const key = text.trim();
  const json = /^[[{]/u.test(key) ? parseJson(key) : undefined;
  if (json !== undefined) return json;
  switch (field.type) {
    case "choice":
    case "several":
    case "ranking":
      return optionsOfKey(field, key, fields, keys);
    case "number":
    case "rating": {
      const [, digits = key, unit] = /^(-?[\d.,]+)\s+([^\d].*)$/u.exec(key) ?? [];
      const number = Number(digits.replace(/^(-?\d+),(\d+)$/u, "$1.$2"));
      if (!Number.isFinite(number)) return key;
      return unit === undefined ? number : { value: number, unit };
    }
    case "text":
    case "edit": {
      const lines = linesOf(key);
      return lines.length === 1 ? lines[0] : lines;
    }
    case "pairwise": {
      const [, side = key, strength] = /^(.*?)\s+([1-5])$/u.exec(key) ?? [];
      const texts = typeof field.between === "string" ? [fields[field.between] ?? []].flat().map(String) : [];
      const index = findOptionOfKey(keys ?? "from-1", side, texts.length === 2 ? texts : ["A", "B"]);
      const isTie = ["equal", "tie", field.tieLabel.toLowerCase()].includes(side.toLowerCase());
      if (index === null && !isTie) return key;
      const preferred = isTie ? "tie" : index === 0 ? "first" : "second";
      return { preferred, ...(strength === undefined ? {} : { strength: Number(strength) }) };
    }
    case "spans":
      return spansOfKey(field, key, fields);
    default:
      return key;
  }
}

function optionsOfKey(
  field: FieldOfType<"choice" | "several" | "ranking">,
  key: string,
  fields: TaskFields,
  keys: KeyCoding | null,
): unknown {
  const options = fieldOptions(field, fields);
  const labels = options.map(({ label }) => label);
  const optionValueOf = (part: string) => options[findOptionOfKey(keys, part, labels) ?? -1]?.value;
  const whole = optionValueOf(key);
  const mark = whole === undefined ? (["\n", "|", ";", ">", ","].find((one) => key.includes(one)) ?? "|") : null;
  const parts = mark === null ? [key] : key.split(mark).map((part) => part.trim());
  const values = parts.filter((part) => part !== "").map((part) => optionValueOf(part) ?? part);
  return field.type === "choice" && values.length === 1 ? values[0] : values;
}

/** Each line is a passage, or "label: passage". The same passage again is its next occurrence in the text. */
function spansOfKey(field: FieldOfType<"spans">, key: string, fields: TaskFields): TaskSpan[] | string {
  const text = fields[field.in];
  if (typeof text !== "string") return key;
  const ends = new Map<string, number>();
  const spans: TaskSpan[] = [];
  for (const [index, line] of key
    .split(/[\n|]/u)
    .map((part) => part.trim())
    .filter(Boolean)
    .entries()) {
    const label = field.labels.find((one) => line.toLowerCase().startsWith(`${one.label.toLowerCase()}:`));
    const passage = label ? line.slice(label.label.length + 1).trim() : line;
    const start = text.indexOf(passage, ends.get(passage) ?? 0);
    if (start < 0) return key;
    ends.set(passage, start + passage.length);
    const range = { id: `${index + 1}`, start, end: start + passage.length };
    spans.push({ ...range, ...(label ? { label: label.value } : {}) });
  }
  return spans;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
