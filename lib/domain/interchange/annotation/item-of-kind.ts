import { itemKinds } from "../../items/kinds/registry.ts";
import { type ReadRow, readItemRow } from "../read-item-row.ts";

/** Whether a row is from an item file and its kind has a task schema. */
export function isItemLine(row: object): row is { kind: string } {
  return "kind" in row && "story" in row && typeof row.kind === "string" && itemKinds[row.kind]?.task !== undefined;
}

/**
 * Converts a line of an item file into an item of its kind's task schema, for `readSchemaItem`: texts become stimulus
 * fields, attributes become metadata, the story becomes the group, and the gold answer becomes the keys of a gold item.
 */
export function itemOfKind(line: string): ReadRow<unknown> {
  const read = readItemRow(line);
  if (!read.ok) return read;
  const { row } = read;
  const fields = itemKinds[row.kind]?.task?.fieldsOf(row);
  const gold = itemKinds[row.kind]?.task?.keysOf(row.gold);
  return { ok: true, row: { id: row.id, group: row.story.id, fields, metadata: row.attributes, gold } };
}
