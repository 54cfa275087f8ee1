import * as z from "zod";
import type { Item, ItemTask } from "@/lib/domain/items/item.ts";
import { json } from "../platform/database/rows.ts";

/** The columns of an item version and its story, whose text is `story`, as a part of a row's schema. */
export const itemRowColumns = {
  kind: z.string(),
  text: z.string(),
  options: json<string[]>(),
  attributes: json<NonNullable<Item["attributes"]>>(),
  /** The result of `item_task(item.task_schema_version_id, item.task_fields)`. */
  task: json<ItemTask>().nullable(),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
};

export type ItemRowColumns = z.infer<z.ZodObject<typeof itemRowColumns>>;

/** The complete item of a row, so that all parsers and scorers get the same fields. */
export function itemOfRow({ kind, title, genre, story, text, options, attributes, task }: ItemRowColumns): Item {
  return { kind, story: { title, genre, text: story }, text, options, attributes, ...(task ? { task } : {}) };
}
