import { diffChars, diffWordsWithSpace } from "diff";

/** A run of characters that both texts have, or only one of them. */
export interface DiffPiece {
  text: string;
  in: "both" | "people" | "models";
}

/** Beyond so many changed characters, a diff by characters is noise: letters that happen to be the same. Then words are compared. */
const mostCharacters = 40;
const mostWords = 800;

/** What people read and what a model was shown as one text, character by character, or word by word where much differs. */
export function diffCharacters(people: string, models: string): DiffPiece[] {
  const changes =
    diffChars(people, models, { maxEditLength: mostCharacters }) ??
    diffWordsWithSpace(people, models, { maxEditLength: mostWords });
  if (!changes) {
    const whole: DiffPiece[] = [
      { text: people, in: "people" },
      { text: models, in: "models" },
    ];
    return whole.filter(({ text }) => text !== "");
  }
  return changes.map(({ value, added, removed }) => ({
    text: value,
    in: added ? "models" : removed ? "people" : "both",
  }));
}
