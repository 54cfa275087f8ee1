import { conditionKey, levelsOfKey } from "../../items/stimulus.ts";
import { fingerprintOf, logRecord, nonBlankText, type ReadRecord } from "./log-record.ts";

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

/** The columns of a table with an item's id and a model's answer; null if a required one is missing. */
export interface TableColumns {
  id: string;
  answer: string;
  text: string | null;
  correct: string | null;
  model: string | null;
  repeat: string | null;
  /** Contains the condition in the format of its key: `optionOrder=1-0;story=story`. */
  condition: string | null;
}

/** Finds the columns by their common names, ignoring case; null if no id or no answer is among them. */
export function tableColumns(header: readonly string[]): TableColumns | null {
  const find = (names: readonly string[]) => {
    const name = names.find((wanted) => header.some((column) => plain(column) === wanted));
    return name === undefined ? null : (header.find((column) => plain(column) === name) ?? null);
  };
  const id = find(idColumns);
  const answer = find(answerColumns);
  if (id === null || answer === null) return null;
  const rest = (names: readonly string[]) => find(names.filter((name) => name !== plain(id) && name !== plain(answer)));
  return {
    id,
    answer,
    text: rest(textColumns),
    correct: rest(correctColumns),
    model: rest(["model", "model_name", "model_id"]),
    repeat: rest(["repeat", "epoch", "run", "trial"]),
    condition: rest(["condition", "condition_key"]),
  };
}

/** One answer of a table of predictions. */
export function readTableRow(row: LogTableRow, columns: TableColumns): ReadRecord {
  const id = nonBlankText(row[columns.id]);
  if (id === null) return { rejected: `column "${columns.id}" is empty` };
  const recorded = present(row[columns.answer]);
  const model = columns.model === null ? null : nonBlankText(row[columns.model]);
  const repeat = columns.repeat === null ? "" : (row[columns.repeat] ?? "");
  const levels =
    columns.condition === null ? {} : levelsOfKey((row[columns.condition] ?? "").replace(/\s*;\s*/gu, ";").trim());
  return logRecord({
    id,
    variant: [model ?? "", repeat, conditionKey(levels)].join(" ").trim(),
    levels,
    repeat: /^\d{1,6}$/u.test(repeat) ? Number(repeat) : 0,
    recorded,
    text: (columns.text === null ? null : present(row[columns.text])) ?? recorded,
    correct: columns.correct === null ? null : truth(row[columns.correct]),
    model,
    contentFingerprint: fingerprintOf(row),
  });
}

/** The columns of the result files of paper 004's authors. */
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
 * One answer of an EoB result file. An example is asked with its expression or, `query_only`, without it: the condition
 * `story=none` of the item about that expression.
 */
export function readEobRow(row: LogTableRow): ReadRecord {
  const id = nonBlankText(row.example_id);
  if (id === null) return { rejected: 'column "example_id" is empty' };
  const recorded = nonBlankText(row.generated_answer);
  const isAlone = /^(?:true|1|yes)$/iu.test((row.query_only ?? "").trim());
  const condition = isAlone ? "query only" : "expression";
  return logRecord({
    id: /^\d{1,15}$/u.test(id) ? Number(id) : id,
    variant: `${condition} ${row.query_format ?? ""}`.trim(),
    recorded,
    text: recorded,
    prompt: nonBlankText(row.prompt),
    asked: { story: row.assertion ?? "", text: row.query ?? "" },
    levels: isAlone ? { story: "none" } : {},
  });
}

function plain(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, "_");
}

/** Spreadsheets write "NaN" and "N/A" into empty cells. */
function present(cell: string | undefined): string | null {
  const text = nonBlankText(cell);
  return text === null || /^(?:nan|n\/a|null)$/iu.test(text.trim()) ? null : text;
}

function truth(cell: string | undefined): boolean | null {
  const word = (cell ?? "").trim().toLowerCase();
  if (["1", "1.0", "true", "yes", "c", "correct"].includes(word)) return true;
  return ["0", "0.0", "false", "no", "i", "incorrect"].includes(word) ? false : null;
}
