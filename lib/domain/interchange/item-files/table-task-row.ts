import { task as taskKind } from "../../items/kinds/task/task.ts";
import { type TableTask, tableTaskSlug, tableTasks } from "../../tasks/templates/table-task.ts";
import { findOptionOfKey, type KeyCoding } from "./key-coding.ts";

/** The task of a row, if it has one. A question with a text answer and no key also becomes a task. */
export function tableTaskOfRow(kind: string, key: string): TableTask | null {
  if (kind === "open-text" && key === "") return "text";
  return tableTasks.find((task) => task === kind) ?? null;
}

/**
 * The key of a task by field. Unknown values are returned unchanged, so that the error of the schema states the valid
 * values.
 */
export function toTableTaskGold(
  task: TableTask,
  key: string,
  options: readonly string[],
  keys: KeyCoding | null,
): Record<string, unknown> {
  if (key === "") return {};
  if (task === "number") {
    const number = Number(key.replace(/^(-?\d+),(\d+)$/u, "$1.$2"));
    return { number: Number.isFinite(number) ? number : key };
  }
  if (task !== "several" && task !== "ranking") return {};
  const mark = ["|", ";", ">", ","].find((one) => key.includes(one)) ?? "|";
  const optionIndices = key.split(mark).map((part) => {
    const index = findOptionOfKey(keys, part.trim(), options);
    return index === null ? part.trim() : `option-${index}`;
  });
  return task === "several" ? { chosen: optionIndices } : { order: optionIndices };
}

/** An item of a task whose scale points or options come from the row. */
export function createTableTaskRow(
  task: TableTask,
  row: {
    id: string;
    story: string;
    storyId: string;
    title: string;
    text: string;
    options: string[];
    attributes: Record<string, string>;
  },
  gold: Record<string, unknown>,
) {
  const { id, story, storyId, title, text, options, attributes } = row;
  const fields = { ...(story === "" ? {} : { story }), question: text };
  return {
    id,
    kind: taskKind.name,
    story: { id: storyId, title, genre: "", text: "" },
    text,
    options,
    gold,
    attributes,
    schema: tableTaskSlug(task, options),
    fields,
  };
}
