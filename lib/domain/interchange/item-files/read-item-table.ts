import { itemKinds } from "../../items/kinds/registry.ts";
import { type ItemRecord, shortHash, trimmed } from "./item-record.ts";

/** The columns of a table by field. */
export interface ItemTableColumns {
  id: string;
  text: string;
  gold: string;
  story: string | null;
  storyId: string | null;
  title: string | null;
  genre: string | null;
  kind: string | null;
  /** One column per option, in order; a single column may contain all of them, separated by "|". */
  options: string[];
}

const usualNames: Record<Exclude<keyof ItemTableColumns, "options">, readonly string[]> = {
  id: ["id", "item", "item_id", "question_id", "example_id", "index"],
  text: ["text", "question", "statement", "hypothesis", "query"],
  gold: ["gold", "answer", "label", "key", "correct", "answer_key", "answerkey", "target"],
  story: ["story", "premise", "passage", "context", "expression", "vignette"],
  storyId: ["story_id", "passage_id", "context_id", "premise_id"],
  title: ["title", "story_title"],
  genre: ["genre"],
  kind: ["kind"],
};
const needed = ["id", "text", "gold"] as const;

/**
 * The named columns, otherwise those with common names. Reports a missing column or an unknown name.
 *
 * @param given columns by field; `options` as names separated by commas
 */
export function matchColumns(
  header: readonly string[],
  given: Readonly<Record<string, string>>,
): { ok: true; columns: ItemTableColumns } | { ok: false; message: string } {
  const problems: string[] = [];
  const named = (name: string): string => {
    const found = header.find((column) => plain(column) === plain(name));
    if (found === undefined) problems.push(`the file has no column "${name}"; it has ${header.join(", ")}`);
    return found ?? name;
  };
  const known = new Set([...Object.keys(usualNames), "options"]);
  for (const field of Object.keys(given))
    if (!known.has(field)) problems.push(`"${field}" is not a part of an item; parts: ${[...known].join(", ")}`);
  const find = (field: keyof typeof usualNames): string | null => {
    const name = given[field];
    if (name !== undefined) return named(name);
    return header.find((column) => usualNames[field].includes(plain(column))) ?? null;
  };
  const columns = {
    ...(Object.fromEntries(Object.keys(usualNames).map((field) => [field, find(field as keyof typeof usualNames)])) as {
      [Field in keyof typeof usualNames]: string | null;
    }),
    options:
      given.options === undefined ? optionColumns(header) : given.options.split(",").map((name) => named(name.trim())),
  };
  const missing = needed.filter((field) => columns[field] === null);
  if (problems[0] !== undefined) return { ok: false, message: problems[0] };
  if (missing.length > 0)
    return {
      ok: false,
      message: `no column for ${missing.join(", ")} is recognised; name it, such as ${missing[0]}=COLUMN`,
    };
  return { ok: true, columns: columns as ItemTableColumns };
}

function optionColumns(header: readonly string[]): string[] {
  const numbered = header.filter((column) => /^(?:option|choice)_?(?:[a-z]|\d{1,2})$/u.test(plain(column)));
  return numbered.length > 0 ? numbered : header.filter((column) => /^(?:options|choices)$/u.test(plain(column)));
}

function plain(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_");
}

/**
 * Converts one row of a table into an item. Other columns become its attributes. The key may be in the format of the
 * kind, or in common words, letters and texts.
 *
 * @param kind the kind of rows that do not name one; null to infer it from the row
 */
export function readItemTableRow(
  row: Readonly<Record<string, string>>,
  columns: ItemTableColumns,
  kind: string | null,
): ItemRecord {
  const cell = (column: string | null) => (column === null ? "" : (row[column] ?? "").trim());
  const options = optionsOf(columns, row);
  const story = cell(columns.story);
  const name = cell(columns.kind) || kind || kindOf(cell(columns.gold), options);
  const used = new Set([...Object.values(columns).flat(), null]);
  const attributes = Object.fromEntries(
    Object.entries(row).filter(([column, value]) => !used.has(column) && value.trim() !== ""),
  );
  const storyId = cell(columns.storyId) || `story-${shortHash(story)}`;
  return {
    row: {
      id: cell(columns.id),
      kind: name,
      story: { id: storyId, title: cell(columns.title), genre: cell(columns.genre), text: story },
      text: cell(columns.text),
      options,
      gold: goldOf(cell(columns.gold), name, options),
      attributes,
    },
  };
}

function optionsOf({ options }: ItemTableColumns, row: Readonly<Record<string, string>>): string[] {
  const cells = options.map((column) => trimmed(row[column]));
  const all = cells.length === 1 ? (cells[0] ?? "").split("|").map((part) => part.trim()) : cells;
  return all.filter((text) => text !== "" && !/^nan$/iu.test(text));
}

function kindOf(gold: string, options: readonly string[]): string {
  if (options.length > 0) return "choice";
  return /^(?:yes|no)$/iu.test(gold) ? "yes-no" : "true-false";
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  entailment: true,
  false: false,
  "0": false,
  not_entailment: false,
};

/** An unknown value is returned unchanged, so that the kind reports what a key must be. */
function goldOf(text: string, kind: string, options: readonly string[]): unknown {
  if (kind === "true-false") return truths[text.toLowerCase()] ?? text;
  if (kind === "yes-no") return text.toLowerCase();
  if (kind === "choice" || kind === "two-choice") return placeOf(text, options) ?? text;
  if (itemKinds[kind] === undefined || text === "") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function placeOf(text: string, options: readonly string[]): number | null {
  const exact = options.indexOf(text);
  if (exact >= 0) return exact;
  if (/^\d{1,2}$/u.test(text)) return Number(text);
  const letter = /^\(?([a-z])\)?\.?$/iu.exec(text)?.[1];
  return letter === undefined ? null : letter.toUpperCase().charCodeAt(0) - 65;
}
