import { csvLine } from "../../csv-line.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import type { ExportedItem } from "./exported-item.ts";

const itemColumns = ["item", "group", "status"] as const;
const answerColumns = ["annotator", "at", "seconds", "version"] as const;

/** The header of the table of answers: item, stimulus, person, and the given and accepted answer to each question. */
export function answerTableHeader({ stimulus, answer }: TaskSchema): string {
  return csvLine([
    ...itemColumns,
    ...stimulus.map(({ name }) => name),
    "metadata",
    ...answerColumns,
    ...answer.map(({ name }) => `answer_${name}`),
    ...answer.map(({ name }) => `accepted_${name}`),
  ]);
}

/** One row for each annotator of an item, or one without a person if no one has answered. Lists and objects are JSON. */
export function answerTableRows({ stimulus, answer }: TaskSchema, item: ExportedItem): string[] {
  const people = item.annotations.length > 0 ? item.annotations : [null];
  return people.map((one) =>
    csvLine([
      ...[item.id, item.group, item.status],
      ...stimulus.map(({ name }) => cell(item.fields[name])),
      cell(item.metadata),
      ...(one ? [one.annotator, one.at, cell(one.seconds), cell(one.version)] : [null, null, null, null]),
      ...answer.map(({ name }) => cell(one?.answer[name])),
      ...answer.map(({ name }) => cell(item.accepted?.[name])),
    ]),
  );
}

function cell(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
