import type { ItemRow } from "../items/item.ts";
import { itemKinds } from "../items/kinds/registry.ts";
import { task as taskKind } from "../items/kinds/task/task.ts";
import { findTableTask, readTableTask } from "../tasks/templates/table-task.ts";
import { createTableTaskRow } from "./item-files/table-task-row.ts";

/** The form of an item, with each part as text. */
export interface ItemForm {
  /** The name of the item; empty for a new item that gets a number. */
  id: string;
  /** An item kind, or the task of a table for an item whose schema is the one of a table. */
  kind: string;
  title: string;
  genre: string;
  story: string;
  text: string;
  /** One option per line. */
  options: string;
  /** The index of the correct option from 0, "true", "yes", accepted texts (one per line), or JSON. */
  key: string;
  /** One attribute per line, "name: value". */
  attributes: string;
  /** All fields of a task as a JSON object; empty to keep the current fields of the item. */
  fields: string;
}

/** The form filled from an item. */
export function formOfItem(row: ItemRow): ItemForm {
  const { id, kind, story, text, options, gold, attributes, task, schema } = row;
  const table = task ? readTableTask(schema ?? "", task) : null;
  return {
    id,
    kind: table?.task ?? kind,
    title: story.title,
    genre: story.genre,
    story: table ? String(task?.fields.story ?? "") : story.text,
    text: table ? String(task?.fields.question ?? "") : text,
    options: (table?.options ?? options).join("\n"),
    key: textOfKey(gold, kind),
    attributes: Object.entries(attributes)
      .map(([name, value]) => `${textOfName(name)}: ${textOfValue(value)}`)
      .join("\n"),
    fields: task && !table ? JSON.stringify(task.fields) : "",
  };
}

/**
 * Converts a form into a row of an item file, not yet validated. Parts that the form lacks are copied from the previous
 * row, if any.
 */
export function rowOfForm(form: ItemForm, previousRow: ItemRow | null): Record<string, unknown> {
  const { id, kind, title, genre, story, text, options, key, attributes, fields } = form;
  // An item that had no story before gets a new story ID; the story of a task is one of its fields.
  const isNewStory = previousRow === null || (!previousRow.task && previousRow.story.text === "" && story !== "");
  const storyId = isNewStory ? `story-of-${id}` : previousRow.story.id;
  const table = findTableTask(kind);
  if (table) {
    const facts = { id, story, storyId, title, text, options: nonEmptyLines(options) };
    const asked = { ...facts, attributes: attributesOf(attributes) };
    const row = createTableTaskRow(table, asked, keyOfText(key, taskKind.name));
    const isSameSchema = previousRow?.schema === row.schema;
    return { ...row, ...(isSameSchema ? { schemaVersion: previousRow.schemaVersion } : {}) };
  }
  const task = previousRow?.task
    ? {
        schema: previousRow.schema,
        schemaVersion: previousRow.schemaVersion,
        fields: fields === "" ? previousRow.task.fields : parseJsonObject(fields),
      }
    : {};
  return {
    id,
    kind,
    story: { id: storyId, title, genre, text: story },
    text,
    options: nonEmptyLines(options),
    gold: keyOfText(key, kind),
    attributes: attributesOf(attributes),
    ...task,
  };
}

function textOfKey(gold: unknown, kind: string): string {
  if (gold === null || gold === undefined) return "";
  if (
    itemKinds[kind]?.optionSource === "none" &&
    typeof gold === "object" &&
    "accept" in gold &&
    Array.isArray(gold.accept)
  )
    return gold.accept.join("\n");
  return typeof gold === "string" ? gold : JSON.stringify(gold);
}

function keyOfText(text: string, kind: string): unknown {
  const key = text.trim();
  const { optionSource } = itemKinds[kind] ?? {};
  if (optionSource === "none") return { accept: nonEmptyLines(key) };
  if (key === "" && optionSource === "schema") return {};
  try {
    return JSON.parse(key);
  } catch {
    return key;
  }
}

/** Quotes a text that could be parsed as a number, true, false or null, or that has outer spaces. */
function textOfValue(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  const isPlain =
    value !== "" && value === value.trim() && !value.includes("\n") && typeof scalarOf(value) === "string";
  return isPlain && !value.startsWith('"') ? value : JSON.stringify(value);
}

function textOfName(name: string): string {
  return /^["\s]|[:\n]|\s$/u.test(name) || name === "" ? JSON.stringify(name) : name;
}

function attributesOf(text: string): Record<string, unknown> {
  const pairs = nonEmptyLines(text).map((line) => {
    const [, name = line, value = ""] = /^("(?:[^"\\]|\\.)*"|[^:]*):\s*(.*)$/su.exec(line) ?? [];
    return [String(scalarOf(name.trim(), true)), scalarOf(value.trim())] as const;
  });
  return Object.fromEntries(pairs);
}

/** Parses a text as a JSON scalar; other text is its own value. */
function scalarOf(text: string, isName = false): unknown {
  if (isName && !text.startsWith('"')) return text;
  if (!/^(?:".*"|true|false|null|-?\d.*)$/su.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function nonEmptyLines(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function parseJsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
