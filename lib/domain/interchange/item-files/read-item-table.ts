import * as z from "zod";
import { itemKinds } from "../../items/kinds/registry.ts";
import { type ItemRecord, shortHash, trimText } from "./item-record.ts";
import { findOptionIndex, findOptionOfKey, type KeyCoding } from "./key-coding.ts";
import { kindOfWords, scaleOfWords } from "./kind-words.ts";
import { createTableTaskRow, tableTaskItem, tableTaskOfRow, toTableTaskGold } from "./table-task-row.ts";

/** The columns of a table by field. */
export interface ItemTableColumns {
  /** Null to number the items. */
  id: string | null;
  text: string;
  /** Null if the items have no keys, such as ratings. */
  gold: string | null;
  story: string | null;
  storyId: string | null;
  title: string | null;
  genre: string | null;
  kind: string | null;
  /** One column per option, in order; or a single column that contains all options, separated by "|". */
  options: string[];
}

/** Decisions that apply to a whole table, made before its rows are parsed. */
export interface ItemTableReading {
  columns: ItemTableColumns;
  /** The kind of rows that state no kind; null to infer it from each row. */
  kind: string | null;
  /** How keys identify an option; null if there are no keys of this type. */
  keys: KeyCoding | null;
}

const usualNames: Record<Exclude<keyof ItemTableColumns, "options">, readonly string[]> = {
  id: ["id", "item", "item_id", "question_id", "example_id", "index", "no", "nr"],
  text: ["text", "question", "statement", "hypothesis", "query", "question_text", "question.stem", "stem", "prompt"],
  gold: [
    "gold",
    "answer",
    "label",
    "key",
    "correct",
    "answer_key",
    "answerkey",
    "target",
    "correct_answer",
    "solution",
  ],
  story: ["story", "premise", "passage", "context", "expression", "vignette", "story.text", "scenario"],
  storyId: ["story_id", "passage_id", "context_id", "premise_id", "story.id"],
  title: ["title", "story_title", "story.title"],
  genre: ["genre", "story.genre"],
  kind: ["kind", "type", "item_type", "question_type", "format"],
};

/**
 * Finds the columns by the given names, or by common names if none are given. Reports a missing column or an unknown
 * name.
 *
 * @param given columns by field; `options` as names separated by commas, or as a JSON list of names; "-" for a part
 * without a column
 */
export function matchColumns(
  header: readonly string[],
  given: Readonly<Record<string, string>>,
): { ok: true; columns: ItemTableColumns } | { ok: false; message: string } {
  const problems: string[] = [];
  const findColumn = (name: string): string => {
    const matchingColumn =
      header.find((column) => column === name) ??
      header.find((column) => normalizeColumnName(column) === normalizeColumnName(name));
    if (matchingColumn === undefined) problems.push(`the file has no column "${name}"; it has ${header.join(", ")}`);
    return matchingColumn ?? name;
  };
  const knownParts = new Set([...Object.keys(usualNames), "options"]);
  for (const field of Object.keys(given))
    if (!knownParts.has(field))
      problems.push(`"${field}" is not a part of an item; parts: ${[...knownParts].join(", ")}`);
  const columns = findUsualColumns(header);
  for (const [field, name] of Object.entries(given)) {
    if (field === "options") columns.options = splitNames(name).map(findColumn);
    else if (knownParts.has(field))
      columns[field as keyof typeof usualNames] = name === noColumn ? null : findColumn(name);
  }
  if (problems[0] !== undefined) return { ok: false, message: problems[0] };
  const { text } = columns;
  if (text !== null) return { ok: true, columns: { ...columns, text } };
  return { ok: false, message: "no column for text is recognised; name it, such as text=COLUMN" };
}

/** Used in place of a column name if no column contains a part. */
const noColumn = "-";
const namesSchema = z.array(z.string());

function splitNames(names: string): string[] {
  if (names.startsWith("[")) return namesSchema.safeParse(tryJson(names)).data ?? [names];
  return names === noColumn ? [] : names.split(",").map((name) => name.trim());
}

/** Finds columns by common names; null for parts without such a column. */
export function findUsualColumns(header: readonly string[]): Omit<ItemTableColumns, "text"> & { text: string | null } {
  const find = (field: keyof typeof usualNames): string | null => {
    for (const name of usualNames[field]) {
      const found = header.find((column) => normalizeColumnName(column) === name);
      if (found !== undefined) return found;
    }
    return null;
  };
  const usualColumns = Object.fromEntries(
    Object.keys(usualNames).map((field) => [field, find(field as keyof typeof usualNames)]),
  );
  return {
    ...(usualColumns as { [Field in keyof typeof usualNames]: string | null }),
    options: findOptionColumns(header),
  };
}

function findOptionColumns(header: readonly string[]): string[] {
  const numberedColumns = header.filter((column) =>
    /(?:^option|^choice|\.text)_?(?:[a-j]|\d{1,2})$/u.test(normalizeColumnName(column)),
  );
  if (numberedColumns.length > 0) return numberedColumns;
  const listColumns = header.filter((column) =>
    /^(?:options|choices|answers|answer_options)$/u.test(normalizeColumnName(column)),
  );
  if (listColumns.length > 0) return listColumns;
  // Columns named A, B, C, D.
  const letters = header.filter((column) => /^[a-h]$/u.test(normalizeColumnName(column)));
  return letters.length >= 2 && normalizeColumnName(letters[0] ?? "") === "a" ? letters : [];
}

function normalizeColumnName(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_");
}

/**
 * Converts a row of a table into an item. Unused columns become attributes. The kind and the key may be in the format
 * of item files or in common words.
 *
 * @param number the number of the row, from 1: the ID of an item in a table without IDs
 */
export function readItemTableRow(
  row: Readonly<Record<string, string>>,
  { columns, kind, keys }: ItemTableReading,
  number: number,
): ItemRecord {
  const cell = (column: string | null) => (column === null ? "" : (row[column] ?? "").trim());
  const options = readRowOptions(columns, row);
  const story = cell(columns.story);
  const key = cell(columns.gold);
  const statedKind = cell(columns.kind);
  const name = statedKind === "" ? (kind ?? inferKind(key, options)) : (kindOfWords(statedKind) ?? statedKind);
  const usedColumns = new Set([...Object.values(columns).flat(), null]);
  const attributes = Object.fromEntries(
    Object.entries(row).filter(([column, value]) => !usedColumns.has(column) && column !== "" && value.trim() !== ""),
  );
  const id = cell(columns.id) || `item-${number}`;
  // Items without a story must not share one, because a shared story would be a source group.
  const storyId = cell(columns.storyId) || (story === "" ? `story-of-${id}` : `story-${shortHash(story)}`);
  const table = tableTaskOfRow(name, key);
  if (table) {
    const scale = table === "rating" && options.length === 0 ? scaleOfWords(statedKind) : null;
    const text = cell(columns.text);
    const offeredOptions = scale === null ? options : [scale];
    const facts = { id, story, storyId, title: cell(columns.title), text, options: offeredOptions, attributes };
    return { row: createTableTaskRow(table, facts, toTableTaskGold(tableTaskItem(table, facts), key, keys)) };
  }
  // A file may list the fixed answers of a kind as options; they are ignored.
  const { keyWords, optionSource } = itemKinds[name] ?? {};
  const ignoresOptions = keyWords !== undefined || optionSource === "none";
  const item = {
    id,
    kind: name,
    story: { id: storyId, title: cell(columns.title), genre: cell(columns.genre), text: story },
    text: cell(columns.text),
    options: ignoresOptions ? [] : options,
    gold: goldOf(key, name, options, keys),
    attributes,
  };
  return { row: item };
}

/** The options of a row: the filled option cells, or the parts of a single cell. */
export function readRowOptions(
  { options }: Pick<ItemTableColumns, "options">,
  row: Readonly<Record<string, string>>,
): string[] {
  const cells = options.map((column) => trimText(row[column]));
  const optionTexts = cells.length === 1 ? splitOptions(cells[0] ?? "") : cells;
  return optionTexts.filter((text) => text !== "" && !/^nan$/iu.test(text));
}

/** Splits options in one cell at "|"; without one, at line breaks, otherwise at semicolons. */
function splitOptions(cell: string): string[] {
  const mark = ["|", "\n", ";"].find((one) => cell.includes(one)) ?? "|";
  return cell.split(mark).map((part) => part.trim());
}

function inferKind(key: string, options: readonly string[]): string {
  const named = Object.values(itemKinds).find(({ keyWords }) => keyWords && isPair(options, keyWords));
  if (named) return named.name;
  if (options.length > 0) return key === "" ? "rating" : "choice";
  if (/^-?\d+(?:[.,]\d+)?$/u.test(key) && !/^[01]$/u.test(key)) return "number";
  return /^(?:yes|no)$/iu.test(key) ? "yes-no" : "true-false";
}

function isPair(options: readonly string[], words: Readonly<Record<string, unknown>>): boolean {
  return (
    options.length === 2 &&
    options.every((option) => /^[a-z]{2,}$/iu.test(option) && Object.hasOwn(words, option.toLowerCase()))
  );
}

/** Parses a gold answer. An unknown value is returned unchanged, so that the kind's error states the valid keys. */
function goldOf(text: string, kind: string, options: readonly string[], keys: KeyCoding | null): unknown {
  const { keyWords, optionSource } = itemKinds[kind] ?? {};
  if (keyWords) {
    // A key may identify one of the two words by letter or number if the file lists the words as options.
    const index = keys === null || keys === "text" ? null : findOptionIndex(keys, text, options);
    const word = (index === null ? text : (options[index] ?? text)).toLowerCase();
    return Object.hasOwn(keyWords, word) ? keyWords[word] : text;
  }
  if (optionSource === "item") return findOptionOfKey(keys, text, options) ?? text;
  if (optionSource === undefined || text === "") return text;
  const parsedKey = tryJson(text);
  if (optionSource === "none" && (typeof parsedKey !== "object" || parsedKey === null))
    return { accept: splitOptions(text) };
  return parsedKey;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
