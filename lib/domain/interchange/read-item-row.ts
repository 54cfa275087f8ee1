import { parseBoundedJson } from "../bounded-json.ts";
import { type ItemRow, itemRowSchema } from "../items/item.ts";
import { itemKinds } from "../items/kinds/registry.ts";
import { task } from "../items/kinds/task/task.ts";
import { findFormatProblem, itemFormatSchema, withFormat } from "../items/text-format.ts";
import { firstProblem } from "../text.ts";
import type { Rejection } from "./import-report.ts";
import { formatRejectedValue } from "./rejected-value.ts";

export type ReadRow<Row> = { ok: true; row: Row } | ({ ok: false } & Omit<Rejection, "line">);

/**
 * Reads a line of an item file (DESIGN section 7): JSON, fields, kind, gold answer. An error has the field, its value
 * and the reason.
 */
export function readItemRow(line: string): ReadRow<ItemRow> {
  const json = readJsonObject(line);
  if (!json.ok) return json;
  const read = readFields(json.row as Record<string, unknown>);
  return read.ok ? read : { ...read, value: formatRejectedValue(json.row, read.field) };
}

function readFields({ format, ...given }: Record<string, unknown>): ReadRow<ItemRow> {
  const formats = itemFormatSchema.optional().safeParse(format);
  if (!formats.success)
    return {
      ok: false,
      field: "format",
      message: "must be plain or markdown, or one of them for story, text and options",
    };
  if (isTask(given) && (given.status === "irreparable" || given.status === "rejected"))
    return { ok: false, field: "status", message: "must not be that of an unusable or retired item" };
  const parsed = itemRowSchema.safeParse(isTask(given) ? asTaskRow(given) : given);
  if (!parsed.success) return { ok: false, ...firstProblem(parsed.error) };
  const row = { ...parsed.data, attributes: withFormat(parsed.data.attributes, formats.data) };
  const kind = itemKinds[row.kind];
  if (!kind) {
    return {
      ok: false,
      field: "kind",
      message: `is not known; known kinds: ${Object.keys(itemKinds).join(", ")}`,
    };
  }
  const gold = kind.goldSchema.safeParse(row.gold);
  if (!gold.success) return { ok: false, field: "gold", message: gold.error.issues[0]?.message ?? "is not valid" };
  // The schema of a task, which is stored in the project, checks the fields and keys of the task later.
  if (row.kind === task.name) return findTaskRowProblem(row) ?? { ok: true, row };
  const problem = kind.refuseItem(row) ?? findFormatProblem(row) ?? kind.refuseGold?.(row.gold, row) ?? null;
  return problem ? { ok: false, ...problem } : { ok: true, row };
}

function isTask(row: object): row is Record<string, unknown> {
  return "kind" in row ? row.kind === task.name : "schema" in row;
}

/**
 * Adds the fields that a row of a task may omit (kind, story, text), because they are derived from the task's fields.
 * Group and metadata of an annotated item become attributes; other facts about its annotation are dropped.
 */
function asTaskRow(row: Record<string, unknown>): Record<string, unknown> {
  const { group, metadata, status, suggestions, isSuggestionShown, annotations, ...itemFields } = row;
  const {
    id,
    story,
    text = "-",
    gold,
    attributes = attributesOfTask({ id: itemFields.id, group, metadata }),
  } = itemFields;
  const storyFields = story !== null && typeof story === "object" ? story : {};
  return {
    ...itemFields,
    kind: task.name,
    gold: gold ?? {},
    text,
    attributes,
    story: { id, text: "", ...storyFields },
  };
}

/** The attributes of an annotated item: its metadata, without long texts, and its group unless it is its own group. */
export function attributesOfTask({ id, group, metadata }: { id?: unknown; group?: unknown; metadata?: unknown }) {
  const given = metadata !== null && typeof metadata === "object" ? Object.entries(metadata) : [];
  return Object.fromEntries([
    ...given.filter(([name, value]) => name.length <= 100 && !(typeof value === "string" && value.length > 500)),
    ...(typeof group === "string" && group !== id ? [["group", group]] : []),
  ]);
}

function findTaskRowProblem(row: ItemRow): ReadRow<ItemRow> | null {
  if (row.schema === undefined)
    return { ok: false, field: "schema", message: "must name a task schema of the project" };
  if (row.fields === undefined)
    return { ok: false, field: "fields", message: "must be an object with a value for each stimulus field" };
  return null;
}

/** Parses a line as one JSON object. */
export function readJsonObject(line: string): ReadRow<object> {
  let value: unknown;
  try {
    value = parseBoundedJson(line);
  } catch {
    return { ok: false, field: "", message: "is not JSON" };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { ok: false, field: "", message: "is not a JSON object" };
  }
  return { ok: true, row: value };
}
