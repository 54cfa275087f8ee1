import { csvLine } from "../../csv-line.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import type { ExportedItem } from "./exported-item.ts";

const itemColumns = ["item", "group", "status"] as const;
const answerColumns = ["annotator", "at", "seconds", "version"] as const;

export type AnswerCell = string | number | null;

/**
 * The columns of the table of answers: item, stimulus, person, and the given and accepted answer to each question. A
 * stimulus field that has the name of another column gets the prefix `stimulus_`.
 */
export function answerTableColumns({ stimulus, answer }: Pick<TaskSchema, "stimulus" | "answer">): string[] {
  const answers = [...answer.map(({ name }) => `answer_${name}`), ...answer.map(({ name }) => `accepted_${name}`)];
  const taken = new Set<string>([...itemColumns, "metadata", ...answerColumns, ...answers]);
  const names = new Set(stimulus.map(({ name }) => name));
  const shown = stimulus.map(({ name }) => {
    if (!taken.has(name)) return name;
    let column = `stimulus_${name}`;
    while (taken.has(column) || names.has(column)) column = `stimulus_${column}`;
    return column;
  });
  return [...itemColumns, ...shown, "metadata", ...answerColumns, ...answers];
}

/**
 * One row for each annotator of an item; if no one has answered, one row without a person. Lists and objects are JSON.
 */
export function answerTableRows({ stimulus, answer }: TaskSchema, item: ExportedItem): AnswerCell[][] {
  const people = item.annotations.length > 0 ? item.annotations : [null];
  return people.map((one) => [
    ...[item.id, item.group, item.status],
    ...stimulus.map(({ name }) => cell(item.fields[name])),
    cell(item.metadata),
    ...(one ? [one.annotator, one.at, cell(one.seconds), cell(one.version)] : [null, null, null, null]),
    ...answer.map(({ name }) => cell(one?.answer[name])),
    ...answer.map(({ name }) => cell(item.accepted?.[name])),
  ]);
}

/** Rows of the table as lines of CSV. */
export function answerTableText(rows: readonly (readonly AnswerCell[])[]): string {
  return rows.map((row) => `${csvLine(row)}\n`).join("");
}

function cell(value: unknown): AnswerCell {
  if (value === undefined || value === null) return null;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
