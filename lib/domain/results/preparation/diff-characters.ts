import { diffChars, diffWordsWithSpace } from "diff";

/** A run of characters that both texts have, or only one of them. */
export interface DiffPiece {
  text: string;
  in: "both" | "people" | "models";
}

/** Beyond so many changed characters, a diff by characters is noise, and takes long: then words are compared. */
const mostChanges = 800;

/** What people read and what a model was shown as one text, character by character, or by words where nearly all differs. */
export function diffCharacters(people: string, models: string): DiffPiece[] {
  const changes =
    diffChars(people, models, { maxEditLength: mostChanges }) ??
    diffWordsWithSpace(people, models, { maxEditLength: mostChanges });
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
