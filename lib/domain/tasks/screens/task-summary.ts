import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";

/** The longest summary, in UTF-16 units. */
const longest = 300;

/**
 * The title and text by which lists and searches name an item of a task: its title field, and the beginning of its
 * question, else of its first text, or the alternative text of its first file.
 */
export function taskSummary(
  { story, text }: { story: { id: string; title: string }; text: string },
  schema: Pick<TaskSchema, "stimulus" | "title">,
  fields: TaskFields,
): { story: { id: string; title: string; genre: string; text: string }; text: string } {
  const textsOf = (type: string) =>
    schema.stimulus.flatMap((field) => (field.type === type ? [plainText(fields[field.name])] : [])).filter(Boolean);
  const title = textsOf("title")[0] ?? story.title;
  const inOrder = schema.stimulus.flatMap((field) => (field.type === "title" ? [] : [plainText(fields[field.name])]));
  const question = schema.stimulus.some(({ name, type }) => name === "question" && type === "text");
  const asked = question ? plainText(fields.question) : "";
  const first = asked.trim() !== "" ? asked : (inOrder.find((one) => one.trim() !== "") ?? title);
  const summary = first.slice(0, longest).toWellFormed().replaceAll("\uFFFD", "").trim();
  return { story: { id: story.id, title, genre: "", text: "" }, text: summary || text || schema.title };
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
