/** Characters of a value in a report. */
const maxLength = 80;

/**
 * The value that a rejected row has in a field, as a text of at most 80 characters; undefined if the row lacks the
 * field.
 *
 * @param field the path of a field, such as "story.text"
 */
export function formatRejectedValue(row: unknown, field: string): string | undefined {
  let value = row;
  for (const name of has(row, field) ? [field] : field.split(".")) {
    if (!has(value, name)) return undefined;
    value = value[name];
  }
  const text = textOf(value).replaceAll(/\s+/gu, " ").trim();
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

function has(value: unknown, name: string): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && Object.hasOwn(value, name);
}

/** Formats lists and objects as their values only. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? Object.values(value).map(textOf).join(", ") : String(value);
}

/**
 * The column of a table that contains a field of an item; empty if no column contains it.
 *
 * @param mapped the column of each part of an item, as shown in the import form
 */
export function columnOfField(field: string, mapped: Readonly<Record<string, string>>): string {
  if (field.startsWith("attributes.")) return field.slice("attributes.".length);
  const part = parts[field] ?? parts[field.split(".")[0] ?? ""] ?? "";
  const column = mapped[part] ?? "";
  if (part !== "options") return column === "-" ? "" : column;
  const names: unknown = JSON.parse(column || "[]");
  return Array.isArray(names) ? names.join(", ") : "";
}

const parts: Readonly<Record<string, string>> = {
  id: "id",
  kind: "kind",
  schema: "kind",
  text: "text",
  "fields.question": "text",
  gold: "gold",
  options: "options",
  "story.text": "story",
  "fields.story": "story",
  "story.title": "title",
  "story.id": "storyId",
  "story.genre": "genre",
};
