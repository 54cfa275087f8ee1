import { conditionKey, levelsOfKey } from "../../items/stimulus.ts";
import { createLogRecord, fingerprintOf, nonBlankText, type ReadRecord } from "./log-record.ts";

/** One row of a table by column name. */
export type LogTableRow = Readonly<Record<string, string>>;

const idColumns = [
  "id",
  "item",
  "item_id",
  "itemid",
  "question_id",
  "sample_id",
  "example_id",
  "doc_id",
  "custom_id",
  "index",
];
const answerColumns = [
  "answer",
  "response",
  "prediction",
  "predicted",
  "model_answer",
  "choice",
  "generated_answer",
  "output",
  "model_output",
  "completion",
  "generation",
  "text",
];
const textColumns = ["output", "model_output", "completion", "generation", "raw", "raw_output", "text", "response"];
const correctColumns = ["correct", "is_correct", "acc", "accuracy", "score", "exact_match"];

/** The columns of a table with an item's ID and a model's answer; null for optional columns that the table lacks. */
export interface TableColumns {
  id: string;
  answer: string;
  text: string | null;
  correct: string | null;
  model: string | null;
  repeat: string | null;
  /** The column with the condition, in the format of condition keys: `optionOrder=1-0;story=story`. */
  condition: string | null;
}

/** Finds the columns by their common names, ignoring case; null if there is no column for the ID or for the answer. */
export function findTableColumns(header: readonly string[]): TableColumns | null {
  const find = (names: readonly string[]) => {
    const name = names.find((wanted) => header.some((column) => normalizeColumn(column) === wanted));
    return name === undefined ? null : (header.find((column) => normalizeColumn(column) === name) ?? null);
  };
  const id = find(idColumns);
  const answer = find(answerColumns);
  if (id === null || answer === null) return null;
  const findOther = (names: readonly string[]) =>
    find(names.filter((name) => name !== normalizeColumn(id) && name !== normalizeColumn(answer)));
  return {
    id,
    answer,
    text: findOther(textColumns),
    correct: findOther(correctColumns),
    model: findOther(["model", "model_name", "model_id"]),
    repeat: findOther(["repeat", "epoch", "run", "trial"]),
    condition: findOther(["condition", "condition_key"]),
  };
}

/** One answer of a table of predictions. */
export function readTableRow(row: LogTableRow, columns: TableColumns): ReadRecord {
  const id = nonBlankText(row[columns.id]);
  if (id === null) return { rejected: `column "${columns.id}" is empty` };
  const recorded = textIfPresent(row[columns.answer]);
  const model = columns.model === null ? null : nonBlankText(row[columns.model]);
  const repeat = columns.repeat === null ? "" : (row[columns.repeat] ?? "");
  const levels =
    columns.condition === null ? {} : levelsOfKey((row[columns.condition] ?? "").replace(/\s*;\s*/gu, ";").trim());
  return createLogRecord({
    id,
    variant: [model ?? "", repeat, conditionKey(levels)].join(" ").trim(),
    levels,
    repeat: /^\d{1,6}$/u.test(repeat) ? Number(repeat) : 0,
    recorded,
    text: (columns.text === null ? null : textIfPresent(row[columns.text])) ?? recorded,
    correct: columns.correct === null ? null : parseTruth(row[columns.correct]),
    model,
    contentFingerprint: fingerprintOf(row),
  });
}

/** Columns in the result files of Du et al. */
export const eobColumns = [
  "example_id",
  "assertion",
  "query",
  "prompt",
  "generated_answer",
  "query_only",
  "query_format",
];

/**
 * Reads an answer in a result file of Du et al. A query follows its expression or is asked without it (`query_only`).
 * The latter is the condition `story=none` of the item about the expression.
 */
export function readEobRow(row: LogTableRow): ReadRecord {
  const id = nonBlankText(row.example_id);
  if (id === null) return { rejected: 'column "example_id" is empty' };
  const recorded = nonBlankText(row.generated_answer);
  const isAlone = /^(?:true|1|yes)$/iu.test((row.query_only ?? "").trim());
  const condition = isAlone ? "query only" : "expression";
  return createLogRecord({
    id: /^\d{1,15}$/u.test(id) ? Number(id) : id,
    variant: `${condition} ${row.query_format ?? ""}`.trim(),
    recorded,
    text: recorded,
    prompt: nonBlankText(row.prompt),
    asked: { story: row.assertion ?? "", text: row.query ?? "" },
    levels: isAlone ? { story: "none" } : {},
  });
}

function normalizeColumn(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_");
}

/** Treats "NaN" and "N/A", which spreadsheets write into empty cells, as empty. */
function textIfPresent(cell: string | undefined): string | null {
  const text = nonBlankText(cell);
  return text === null || /^(?:nan|n\/a|null)$/iu.test(text.trim()) ? null : text;
}

function parseTruth(cell: string | undefined): boolean | null {
  const word = (cell ?? "").trim().toLowerCase();
  if (["1", "1.0", "true", "yes", "c", "correct"].includes(word)) return true;
  return ["0", "0.0", "false", "no", "i", "incorrect"].includes(word) ? false : null;
}
