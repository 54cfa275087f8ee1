import { sourceRange } from "../../words/fold.ts";
import { straightenText, straightenWithOffsets } from "../../words/straighten.ts";
import { type WordedText, type WordRange, wordRangeOf } from "../../words/words.ts";
import { type Anchor, type AnchorRole, createAnchor } from "./anchor.ts";
import { findOccurrences } from "./find-words.ts";
import { nearestMatch, type PassageMatch } from "./nearest-match.ts";

/** The result of searching a quoted passage in a story. */
export interface Location {
  /**
   * `exact`: the same text after normalising typography; `words`: the same words with another case or punctuation;
   * `near`: only similar; null: nothing similar.
   */
  how: "exact" | "words" | "near" | null;
  /** Every position for `exact` and `words`; only the nearest match for `near`. */
  places: PassageMatch[];
}

/**
 * Finds a quoted passage in a story; equally good matches are ordered by their distance from `near` (a word position).
 */
export function locate(story: WordedText, quoted: string, near = 0): Location {
  const exact = findExactMatches(story, quoted);
  if (exact.length > 0) return { how: "exact", places: exact };
  const sameWords = findOccurrences(story.words, quoted).map((place) => ({ ...place, similarity: 1 }));
  if (sameWords.length > 0) return { how: "words", places: sameWords };
  const match = nearestMatch(story.words, quoted, near);
  return match === null ? { how: null, places: [] } : { how: "near", places: [match] };
}

/** Whether a story contains a passage after normalising quotation marks, dashes and white space; case-sensitive. */
export function isQuotedIn(story: string, quoted: string): boolean {
  const normalisedQuote = straightenText(quoted);
  return normalisedQuote !== "" && straightenText(story).includes(normalisedQuote);
}

function findExactMatches(story: WordedText, quoted: string): PassageMatch[] {
  const normalisedQuote = straightenText(quoted);
  if (normalisedQuote === "") return [];
  const folded = straightenWithOffsets(story.text);
  const matches: PassageMatch[] = [];
  for (let at = folded.text.indexOf(normalisedQuote); at >= 0; at = folded.text.indexOf(normalisedQuote, at + 1)) {
    const range = sourceRange(folded, at, at + normalisedQuote.length);
    const wordRange = wordRangeOf(story.words, range.start, range.end);
    if (wordRange.end > wordRange.start) matches.push({ ...wordRange, similarity: 1 });
  }
  return matches;
}

/**
 * An anchor for a passage given as text (an import). If it is found exactly or by its words, the anchor is sound, at
 * the position nearest to `near`; it is also sound if the passage occurs twice (its report is `doubled`). Otherwise the
 * anchor is `not-found`, and keeps the passage so that the nearest match can be suggested.
 */
export function anchorFromText(story: WordedText, id: string, role: AnchorRole, quoted: string, near = 0): Anchor {
  const location = locate(story, quoted, near);
  const closestRange = location.how === "exact" || location.how === "words" ? findClosest(location.places, near) : null;
  if (closestRange === null) return { id, role, start: 0, end: 0, text: quoted.trim(), damage: "not-found" };
  return createAnchor(story, id, role, closestRange);
}

function findClosest(places: readonly WordRange[], near: number): WordRange | null {
  return places.reduce<WordRange | null>(
    (best, place) => (best === null || Math.abs(place.start - near) < Math.abs(best.start - near) ? place : best),
    null,
  );
}
