import type { ItemTask } from "../../items/item.ts";
import { task as taskKind } from "../../items/kinds/task/task.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import { taskSchemaSchema } from "../../tasks/schema/task-schema.ts";
import {
  createTableTaskSchema,
  findTableTask,
  type TableTask,
  tableTaskSlug,
} from "../../tasks/templates/table-task.ts";
import type { KeyCoding } from "./key-coding.ts";
import { fieldKeyOfText } from "./key-text.ts";

/** The task of a row, if it has one. A question with a text answer and no key also becomes a task. */
export function tableTaskOfRow(kind: string, key: string): TableTask | null {
  if (kind === "open-text" && key === "") return "text";
  return findTableTask(kind);
}

/** The task of a row: its schema, and the fields of the stimulus. Null while the options do not make a valid schema. */
export function tableTaskItem(
  task: TableTask,
  { story, text, options }: { story: string; text: string; options: readonly string[] },
): ItemTask | null {
  const schema = taskSchemaSchema.safeParse(createTableTaskSchema(task, options)).data;
  return schema ? { schema, fields: tableTaskFields(task, { story, text, options }) } : null;
}

function tableTaskFields(
  task: TableTask,
  { story, text, options }: { story: string; text: string; options: readonly string[] },
): TaskFields {
  return {
    ...(story === "" ? {} : { story }),
    question: text,
    ...(task === "pairwise" ? { responses: [...options] } : {}),
  };
}

/** The key of a task by field. Ratings and texts of a table are not scored. */
export function toTableTaskGold(asked: ItemTask | null, key: string, keys: KeyCoding | null): Record<string, unknown> {
  const [field] = asked?.schema.answer ?? [];
  if (key === "" || !asked || !field || field.type === "group" || field.scoring.by === "none") return {};
  return { [field.name]: fieldKeyOfText(field, key, asked.fields, keys) };
}

/** An item of a task whose scale points or options come from the row. */
export function createTableTaskRow<Attributes>(
  task: TableTask,
  row: {
    id: string;
    story: string;
    storyId: string;
    title: string;
    text: string;
    options: string[];
    attributes: Attributes;
  },
  gold: unknown,
) {
  const { id, storyId, title, text, options, attributes } = row;
  return {
    id,
    kind: taskKind.name,
    story: { id: storyId, title, genre: "", text: "" },
    text,
    options: task === "pairwise" ? [] : options,
    gold,
    attributes,
    schema: tableTaskSlug(task, options),
    fields: tableTaskFields(task, row),
  };
}
