import { itemKinds } from "../../items/kinds/registry.ts";

/** Common names of the kinds of items, and of the tasks of a table. */
const wordsByKind: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.values(itemKinds).map(({ name, commonNames = [] }) => [name, commonNames])),
  several: [
    "several",
    "several of",
    "multiple response",
    "multiple responses",
    "multiple select",
    "multi select",
    "multiselect",
    "select all",
    "select all that apply",
    "check all that apply",
    "checkboxes",
  ],
  number: ["number", "numeric", "numerical", "integer", "estimate"],
  ranking: ["ranking", "rank", "rank order", "ordering", "order"],
  text: ["long text", "essay", "comment", "paragraph"],
  pairwise: ["pairwise", "pairwise comparison", "pairwise preference", "comparison", "preference"],
  spans: ["spans", "span", "highlight", "highlighting", "mark the text", "mark the words", "marked passages"],
  rating: ["rating", "likert", "likert scale", "rating scale", "scale", "agreement"],
};
const kindOfWord = new Map(
  Object.entries(wordsByKind).flatMap(([kind, all]) => all.map((word) => [word, kind] as const)),
);

/**
 * The range of a scale that a kind states: "1-7" for "Likert (1-7)", "1-5" for "5-point Likert"; null if it states
 * none.
 */
export function scaleOfWords(cell: string): string | null {
  const [, from, to] = /(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})/iu.exec(cell) ?? [];
  if (from !== undefined) return `${from}-${to}`;
  const points = /(\d{1,2})[\s-]*(?:points?|pt)\b/iu.exec(cell)?.[1];
  return points === undefined ? null : `1-${points}`;
}

/** The item kind, or the task of a table, for common words in a cell ("MCQ", "True/False"); null if unknown. */
export function kindOfWords(cell: string): string | null {
  const name = cell.trim().toLowerCase();
  if (itemKinds[name] !== undefined) return name;
  return (
    kindOfWord.get(
      name
        .replaceAll(/[^a-z]+/gu, " ")
        .replaceAll(/\b(?:points?|to)\b/gu, " ")
        .replaceAll(/ +/gu, " ")
        .trim()
        .replace(/ (?:question|item)s?$/u, ""),
    ) ?? null
  );
}
