import * as z from "zod";
import { fieldOptions } from "../../tasks/answers/field-options.ts";
import type { AnswerField } from "../../tasks/schema/answer-field.ts";
import { fieldNameSchema } from "../../tasks/schema/names.ts";
import { isMedia } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { requiredText } from "../../text.ts";
import { isProdigyLine } from "./prodigy.ts";

const column = requiredText(200);

/** Maps a table's columns to the parts of an item. Columns without a mapping become metadata. */
export const columnMappingSchema = z.strictObject({
  id: column.optional(),
  group: column.optional(),
  /** The columns of each stimulus field. A list of texts may use several columns. */
  fields: z.record(fieldNameSchema, z.array(column).max(26)),
  /** The column of each answer field with answers of a model. */
  suggestion: z.record(fieldNameSchema, column).default({}),
  model: column.optional(),
  score: column.optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/**
 * Guesses a mapping by the names of the columns: those of fields, `id`, `group`, `model` and `score`, ignoring case.
 */
export function guessColumns(schema: TaskSchema, header: readonly string[]): ColumnMapping {
  const find = (...names: string[]) =>
    header.find((name) => names.some((wanted) => wanted !== "" && normalizeText(name) === normalizeText(wanted)));
  const findTextColumns = (name: string, names: readonly string[]) =>
    header.filter(
      (one) =>
        names.some((wanted) => normalizeText(wanted) === normalizeText(one)) ||
        new RegExp(`^${name}[ _-]?\\w$`, "iu").test(one),
    );
  const fields = schema.stimulus.flatMap((field): [string, string[]][] => {
    const match = find(field.name, field.label);
    if (match !== undefined) return [[field.name, [match]]];
    const several = field.type === "texts" ? findTextColumns(field.name, field.names) : [];
    return several.length > 0 ? [[field.name, several]] : [];
  });
  const suggestion = schema.answer.flatMap((field): [string, string][] => {
    const match = find(`suggestion_${field.name}`, `suggested ${field.name}`, field.name);
    return match === undefined ? [] : [[field.name, match]];
  });
  const optionalColumn = (key: "id" | "group" | "model" | "score") => {
    const match = find(key);
    return match === undefined ? {} : { [key]: match };
  };
  return {
    ...{ ...optionalColumn("id"), ...optionalColumn("group"), ...optionalColumn("model"), ...optionalColumn("score") },
    fields: Object.fromEntries(fields),
    suggestion: Object.fromEntries(suggestion),
  };
}

/** Converts a row of a table into an item, for `readSchemaItem`. */
export function itemFromRecord(
  schema: TaskSchema,
  mapping: ColumnMapping,
  { header, cells, line }: { header: readonly string[]; cells: readonly string[]; line: number },
): unknown {
  const cellOf = (name: string | undefined) => (name === undefined ? "" : (cells[header.indexOf(name)] ?? "").trim());
  const fields: Record<string, unknown> = {};
  for (const field of schema.stimulus) {
    const { name, type } = field;
    const columns = mapping.fields[name] ?? [];
    const values = columns.map(cellOf).filter((value) => value !== "");
    if (values.length === 0) continue;
    const [first = ""] = values;
    const alt = cellOf(findAltColumn(header, name));
    if (isMedia(field) && !first.startsWith("{")) fields[name] = { path: first, ...(alt === "" ? {} : { alt }) };
    else if (type === "texts") fields[name] = values.length > 1 ? values : parseList(first);
    else fields[name] = isMedia(field) || type === "dialogue" || type === "context" ? parseJsonOrText(first) : first;
  }
  const answer: Record<string, unknown> = {};
  for (const field of schema.answer) {
    const cell = cellOf(mapping.suggestion[field.name]);
    if (cell !== "") answer[field.name] = answerOfCell(field, cell, fields);
  }
  const usedColumns = new Set([
    ...Object.values(mapping.fields).flat(),
    ...Object.values(mapping.suggestion),
    ...schema.stimulus.filter(isMedia).map(({ name }) => findAltColumn(header, name)),
    ...[mapping.id, mapping.group, mapping.model, mapping.score],
  ]);
  const metadata = header
    .filter((name) => name !== "" && !usedColumns.has(name))
    .map((name) => [name, cellOf(name)] as const);
  const score = cellOf(mapping.score);
  return {
    id: cellOf(mapping.id) || `row-${line}`,
    ...(cellOf(mapping.group) === "" ? {} : { group: cellOf(mapping.group) }),
    fields,
    metadata: Object.fromEntries(metadata.filter(([, value]) => value !== "")),
    suggestions:
      Object.keys(answer).length === 0
        ? []
        : [{ model: cellOf(mapping.model) || "file", score: score === "" ? null : Number(score), answer }],
  };
}

/**
 * Converts an object of a JSON file into a table row with the object's properties as columns. Lists and objects become
 * JSON, null becomes an empty cell.
 */
export function recordOfObject(row: object): { header: string[]; cells: string[] } {
  const cellOf = (value: unknown) => (typeof value === "string" ? value : value === null ? "" : JSON.stringify(value));
  return { header: Object.keys(row), cells: Object.values(row).map(cellOf) };
}

/** Whether JSON lines with these keys are table rows, not items in the format of Parallax or Prodigy. */
export function hasColumns(keys: readonly string[]): boolean {
  const isItem = keys.includes("fields") || (keys.includes("kind") && keys.includes("story"));
  return !isItem && !isProdigyLine(Object.fromEntries(keys.map((key) => [key, null])));
}

/** Whether the mapping has a column for each required field of an item. */
export function isComplete(schema: TaskSchema, { fields }: ColumnMapping): boolean {
  return schema.stimulus.every(({ name, required }) => !required || (fields[name]?.length ?? 0) > 0);
}

/** The column with alternative texts: `image_alt` for the field `image`, or `alt`. */
function findAltColumn(header: readonly string[], field: string): string | undefined {
  return (
    header.find((name) => normalizeText(name) === normalizeText(`${field}_alt`)) ??
    header.find((name) => normalizeText(name) === "alt")
  );
}

/** Parses an answer in a cell: a value or label of an option, a list separated by ; or |, a number, or JSON. */
function answerOfCell(field: AnswerField, cell: string, fields: Record<string, unknown>): unknown {
  const valueFor = (text: string) => {
    const options = "options" in field ? fieldOptions(field, fields as never) : [];
    return (
      options.find(
        ({ value, label }) =>
          normalizeText(value) === normalizeText(text) || normalizeText(label) === normalizeText(text),
      )?.value ?? text
    );
  };
  switch (field.type) {
    case "choice":
      return valueFor(cell);
    case "several":
    case "ranking":
      return parseList(cell).map((one) => valueFor(String(one)));
    case "rating":
    case "number":
      return Number.isFinite(Number(cell)) ? Number(cell) : parseJsonOrText(cell);
    case "pairwise": {
      const side = {
        a: "first",
        first: "first",
        left: "first",
        b: "second",
        second: "second",
        right: "second",
        tie: "tie",
        equal: "tie",
      }[normalizeText(cell)];
      return side === undefined
        ? parseJsonOrText(cell)
        : { preferred: side, ...(side === "tie" ? {} : { strength: 1 }) };
    }
    case "text":
    case "edit":
      return cell;
    default:
      return parseJsonOrText(cell);
  }
}

function parseList(cell: string): unknown[] {
  const parsed = parseJsonOrText(cell);
  return Array.isArray(parsed) ? parsed : cell.split(/\s*[;|]\s*/u).filter((part) => part !== "");
}

function parseJsonOrText(cell: string): unknown {
  if (!/^[[{]/u.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function normalizeText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ");
}
