const byField: Readonly<Record<string, string>> = {
  id: "Give every item a unique ID, or omit the column to number the items.",
  kind: "Write a kind such as multiple choice, true/false, yes/no, open text or rating.",
  text: "Write the question or statement of the item.",
  "fields.question": "Write the question or statement of the item.",
  options: "Fill the option columns of the row, or separate the options in one cell with “|”.",
  gold: "Write the key as a letter, a number from 1 or the text of an option; for other kinds True or False, Yes or No.",
  schema: "Import the task schema first (under Annotation > Task), or use another kind.",
  "story.id": "Give each story a unique ID, or omit the column; items with equal texts then share a story.",
  "story.title": "Write the same title in every row of a story, or give each story its own ID.",
  "story.genre": "Write the same genre in every row of a story, or give each story its own ID.",
};
const byMessage: readonly [beginning: string, remedy: string][] = [
  ["must be absent: the task schema does not score", ""],
  ["is not an answer field", "Use the names of the answer fields of the task schema."],
  ["is the ID of an earlier item", "Give this item another ID, or delete one of the two lines."],
  ["is longer than", "Shorten the text."],
  ["contains a NUL", "Save the file again as UTF-8 text."],
  ["contains broken Unicode", "Save the file again as UTF-8 text."],
  ["is not a known field", "Move it into “attributes”, or remove it."],
  ["is incomplete JSON", "Export the file again: this line is not complete."],
  ["is not JSON", "Write every line as one JSON object."],
  ["is not a JSON object", "Write every line as one JSON object."],
  ["has ", "Check the row for a separator inside a cell, or a missing cell."],
];

/** The remedy for a rejected row of an item file; empty if its message already states it. */
export function findItemRemedy(field: string, message: string): string {
  const found = byMessage.find(([beginning]) => message.startsWith(beginning));
  if (found) return found[1];
  return byField[field] ?? byField[field.split(".")[0] ?? ""] ?? "";
}
