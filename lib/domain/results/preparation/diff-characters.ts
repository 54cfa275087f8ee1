import { diffChars, diffWordsWithSpace } from "diff";

/** A run of characters that is in both texts, or in only one of them. */
export interface DiffPiece {
  text: string;
  in: "both" | "people" | "models";
}

/**
 * Above this number of changed characters, a diff by characters contains accidental matches, so words are compared.
 */
const maxCharacters = 40;
const maxWords = 800;

/**
 * People's text and a model's text merged into one diff, character by character, or word by word for large differences.
 */
export function diffCharacters(people: string, models: string): DiffPiece[] {
  const changes =
    diffChars(people, models, { maxEditLength: maxCharacters }) ??
    diffWordsWithSpace(people, models, { maxEditLength: maxWords });
  if (!changes) {
    const wholeTexts: DiffPiece[] = [
      { text: people, in: "people" },
      { text: models, in: "models" },
    ];
    return wholeTexts.filter(({ text }) => text !== "");
  }
  return changes.map(({ value, added, removed }) => ({
    text: value,
    in: added ? "models" : removed ? "people" : "both",
  }));
}
