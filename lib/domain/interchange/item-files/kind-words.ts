import { itemKinds } from "../../items/kinds/registry.ts";

const words: Readonly<Record<string, readonly string[]>> = {
  choice: ["multiple choice", "multiplechoice", "mcq", "mc", "single choice", "select one", "one of several"],
  "true-false": ["true false", "truefalse", "t f", "tf", "boolean", "true or false", "statement"],
  "yes-no": ["yes no", "yesno", "y n", "yn", "yes or no", "polar"],
  "two-choice": ["two choice", "one of two"],
  "open-text": [
    "open",
    "open text",
    "open ended",
    "open question",
    "free text",
    "free response",
    "short answer",
    "short text",
    "text",
  ],
  consistency: ["consistency", "story error"],
  rating: ["rating", "likert", "likert scale", "rating scale", "scale", "agreement"],
};
const kindOfWord = new Map(Object.entries(words).flatMap(([kind, all]) => all.map((word) => [word, kind] as const)));

/** A rating in a table: an item of the task schema that the table's scale describes. */
export const ratingKind = "rating";

/** The kind of item that a cell names, in the words of files or in common ones ("MCQ", "True/False"); null if unknown. */
export function kindOfWords(cell: string): string | null {
  const name = cell.trim().toLowerCase();
  if (itemKinds[name] !== undefined) return name;
  return (
    kindOfWord.get(
      name
        .replaceAll(/[^a-z]+/gu, " ")
        .trim()
        .replace(/ (?:question|item)s?$/u, ""),
    ) ?? null
  );
}
