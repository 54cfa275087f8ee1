import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";

/** The longest summary, in UTF-16 units. */
const maxSummaryLength = 300;

type Shown = Pick<TaskSchema, "stimulus" | "title">;

/**
 * The title and text that identify an item of a task in lists and searches: its title field, and the beginning of its
 * question, or else of its first text, or else the alternative text of its first file.
 */
export function summariseTaskItem(
  { story, text }: { story: { id: string; title: string }; text: string },
  schema: Shown,
  fields: TaskFields,
): { story: { id: string; title: string; genre: string; text: string }; text: string } {
  const titles = schema.stimulus.flatMap(({ name, type }) => (type === "title" ? [plainText(fields[name])] : []));
  const title = titles.find(Boolean) ?? story.title;
  const summary = truncateText(taskStatement(schema, fields) || title);
  return { story: { id: story.id, title, genre: "", text: "" }, text: summary || text || schema.title };
}

/**
 * The text of an item of a task in its content hash: that of the first field, even if lists show the question. Items
 * that were imported before lists showed the question thus keep their hash.
 */
export function getHashedTaskText(text: string, schema: Shown, fields: TaskFields): string {
  return questionOf(schema, fields) === "" ? text : truncateText(firstText(schema, fields)) || text;
}

/** The whole text that an item of a task is about: its question, or else its first text. Empty if it has neither. */
export function taskStatement(schema: Shown, fields: TaskFields): string {
  return questionOf(schema, fields) || firstText(schema, fields);
}

function questionOf(schema: Shown, fields: TaskFields): string {
  const isAsked = schema.stimulus.some(({ name, type }) => name === "question" && type === "text");
  return isAsked ? plainText(fields.question).trim() : "";
}

function firstText(schema: Shown, fields: TaskFields): string {
  const texts = schema.stimulus.flatMap(({ name, type }) => (type === "title" ? [] : [plainText(fields[name])]));
  return texts.find((one) => one.trim() !== "") ?? "";
}

function truncateText(text: string): string {
  return text.slice(0, maxSummaryLength).toWellFormed().replaceAll("\uFFFD", "").trim();
}

function plainText(value: TaskFields[string] | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return value.alt;
  const [part] = value;
  if (part === undefined) return "";
  if (typeof part === "string") return part;
  return "text" in part ? part.text : part.value;
}
