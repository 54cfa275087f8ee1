import { sourceRange } from "../../words/fold.ts";
import { straightenText, straightenWithOffsets } from "../../words/straighten.ts";
import { type WordedText, type WordRange, wordRangeOf } from "../../words/words.ts";
import { type Anchor, type AnchorRole, createAnchor } from "./anchor.ts";
import { findOccurrences } from "./find-words.ts";
import { nearestMatch, type PassageMatch } from "./nearest-match.ts";

/** The result of searching a quoted passage in a story. */
export interface Location {
  /**
   * `exact`: the same text after normalising typography; `words`: the same words, with different case or punctuation;
   * `near`: only a similar passage; null: no similar passage.
   */
  how: "exact" | "words" | "near" | null;
  /** Every position for `exact` and `words`; only the nearest match for `near`. */
  places: PassageMatch[];
}

/**
 * Finds a quoted passage in a story; equally good matches are ordered by their distance from `near` (a word position).
 */
export function locate(story: WordedText, quoted: string, near = 0): Location {
  const exactMatches = findExactMatches(story, quoted);
  if (exactMatches.length > 0) return { how: "exact", places: exactMatches };
  const sameWords = findOccurrences(story.words, quoted).map((wordRange) => ({ ...wordRange, similarity: 1 }));
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
  const straightened = straightenWithOffsets(story.text);
  const matches: PassageMatch[] = [];
  for (
    let at = straightened.text.indexOf(normalisedQuote);
    at >= 0;
    at = straightened.text.indexOf(normalisedQuote, at + 1)
  ) {
    const range = sourceRange(straightened, at, at + normalisedQuote.length);
    const wordRange = wordRangeOf(story.words, range.start, range.end);
    if (wordRange.end > wordRange.start) matches.push({ ...wordRange, similarity: 1 });
  }
  return matches;
}

/**
 * Creates an anchor for a passage that is given as text (an import). If the passage is found exactly or by its words,
 * the anchor is sound, at the position nearest to `near`; this also holds if the passage occurs twice (the report of
 * the anchor is `doubled`). Otherwise the anchor is `not-found`, and keeps the passage so that the nearest match can be
 * suggested.
 */
export function anchorFromText(story: WordedText, id: string, role: AnchorRole, quoted: string, near = 0): Anchor {
  const location = locate(story, quoted, near);
  const closestRange = location.how === "exact" || location.how === "words" ? findClosest(location.places, near) : null;
  if (closestRange === null) return { id, role, start: 0, end: 0, text: quoted.trim(), damage: "not-found" };
  return createAnchor(story, id, role, closestRange);
}

function findClosest(ranges: readonly WordRange[], near: number): WordRange | null {
  return ranges.reduce<WordRange | null>(
    (best, range) => (best === null || Math.abs(range.start - near) < Math.abs(best.start - near) ? range : best),
    null,
  );
}
