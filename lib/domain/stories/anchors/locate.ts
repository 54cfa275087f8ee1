import { sourceRange } from "../../words/fold.ts";
import { straight, straightened } from "../../words/straighten.ts";
import { type Worded, type WordRange, wordRangeOf } from "../../words/words.ts";
import { type Anchor, type AnchorRole, anchorOn } from "./anchor.ts";
import { occurrencesOf } from "./find-words.ts";
import { nearestMatch, type PassageMatch } from "./nearest-match.ts";

/** The result of searching a quoted passage in a story. */
export interface Location {
  /**
   * `exact`: the same text after normalising typography; `words`: the same words, other case or punctuation; `near`:
   * only similar; null: nothing similar.
   */
  how: "exact" | "words" | "near" | null;
  /** Every position for `exact` and `words`; only the nearest match for `near`. */
  places: PassageMatch[];
}

/** Finds a quoted passage in a story; `near` (a word position) orders equally good matches. */
export function locate(story: Worded, quoted: string, near = 0): Location {
  const exact = exactPlaces(story, quoted);
  if (exact.length > 0) return { how: "exact", places: exact };
  const same = occurrencesOf(story.words, quoted).map((place) => ({ ...place, similarity: 1 }));
  if (same.length > 0) return { how: "words", places: same };
  const match = nearestMatch(story.words, quoted, near);
  return match === null ? { how: null, places: [] } : { how: "near", places: [match] };
}

/** Whether a story contains a passage after normalising quotation marks, dashes and white space; case-sensitive. */
export function isQuotedIn(story: string, quoted: string): boolean {
  const wanted = straight(quoted);
  return wanted !== "" && straight(story).includes(wanted);
}

function exactPlaces(story: Worded, quoted: string): PassageMatch[] {
  const wanted = straight(quoted);
  if (wanted === "") return [];
  const folded = straightened(story.text);
  const places: PassageMatch[] = [];
  for (let at = folded.text.indexOf(wanted); at >= 0; at = folded.text.indexOf(wanted, at + 1)) {
    const range = sourceRange(folded, at, at + wanted.length);
    const place = wordRangeOf(story.words, range.start, range.end);
    if (place.end > place.start) places.push({ ...place, similarity: 1 });
  }
  return places;
}

/**
 * An anchor for a passage given as text (an import). Found exactly or by its words: sound, at the position nearest to
 * `near`; a passage that occurs twice is still an anchor (its report is `doubled`). Otherwise `not-found`, and the
 * passage is kept so that the nearest match can be offered.
 */
export function anchorFromText(story: Worded, id: string, role: AnchorRole, quoted: string, near = 0): Anchor {
  const found = locate(story, quoted, near);
  const place = found.how === "exact" || found.how === "words" ? closest(found.places, near) : null;
  if (place === null) return { id, role, start: 0, end: 0, text: quoted.trim(), damage: "not-found" };
  return anchorOn(story, id, role, place);
}

function closest(places: readonly WordRange[], near: number): WordRange | null {
  return places.reduce<WordRange | null>(
    (best, place) => (best === null || Math.abs(place.start - near) < Math.abs(best.start - near) ? place : best),
    null,
  );
}
