import { itemKinds } from "../../items/kinds/registry.ts";
import { type ReadRow, readItemRow } from "../read-item-row.ts";

/** Whether a line is one of an item file, of a kind that is a task schema. */
export function isItemLine(row: object): row is { kind: string } {
  return "kind" in row && "story" in row && typeof row.kind === "string" && itemKinds[row.kind]?.task !== undefined;
}

/**
 * A line of an item file as an item of its kind's task schema, to be parsed by `readSchemaItem`: its texts as stimulus
 * fields, its attributes as metadata, its story as the group, and its gold answer as the keys of a gold item.
 */
export function itemOfKind(line: string): ReadRow<unknown> {
  const read = readItemRow(line);
  if (!read.ok) return read;
  const { row } = read;
  const fields = itemKinds[row.kind]?.task?.fieldsOf(row);
  const gold = itemKinds[row.kind]?.task?.keysOf(row.gold);
  return { ok: true, row: { id: row.id, group: row.story.id, fields, metadata: row.attributes, gold } };
}
