import { composed, type Folded, rewritten, sourceRange } from "../../words/fold.ts";
import { straightened } from "../../words/straighten.ts";

/**
 * Normalises a text for searching verbatim quotations: all quotation marks unified, dashes unified without adjacent
 * spaces, lower case, single spaces, `<error>` and `<modified>` tags removed. Each character has its position in the
 * source.
 */
export function foldedVerbatim(source: string): Folded {
  const untagged = rewritten(source, /<\/?(?:error|modified)>/giu, () => "");
  const marks = rewrittenAfter(composed(untagged, straightened(untagged.text)), /["'»«‹›]+/gu, (run) =>
    "'".repeat(run.length),
  );
  const dashes = rewrittenAfter(marks, / ?- ?/gu, () => "-");
  // Letter by letter, because a few capitals have a lower-case form of another length.
  return rewrittenAfter(dashes, /\p{Lu}|\p{Lt}/gu, (letter) => letter.toLowerCase());
}

const WORDLIKE = /[\p{L}\p{M}\p{N}]/u;

/**
 * Every occurrence of a quotation in a text, as half-open UTF-16 ranges of the source, in order. Words are not split:
 * "ran home" does not occur in "Iran homeland". A quotation without a letter or digit never occurs.
 */
export function verbatimRanges(story: Folded, quotation: string): { start: number; end: number }[] {
  const wanted = foldedVerbatim(quotation).text;
  if (!WORDLIKE.test(wanted)) return [];
  const places: { start: number; end: number }[] = [];
  for (let at = story.text.indexOf(wanted); at >= 0; at = story.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!splitsWord(story.text, at) && !splitsWord(story.text, end)) places.push(sourceRange(story, at, end));
  }
  return places;
}

function splitsWord(text: string, at: number): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  const after = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return WORDLIKE.test(before) && WORDLIKE.test(after);
}

function rewrittenAfter(folded: Folded, pattern: RegExp, replace: (match: string) => string): Folded {
  return composed(folded, rewritten(folded.text, pattern, replace));
}
