import { composeFolds, type FoldedText, replaceWithOffsets, sourceRange } from "../../words/fold.ts";
import { straightenWithOffsets } from "../../words/straighten.ts";

/**
 * Normalises a text for searching verbatim quotations: unifies quotation marks, unifies dashes and removes the spaces
 * beside them, converts to lower case and single spaces, and removes `<error>` and `<modified>` tags. Each character
 * keeps its position in the source.
 */
export function foldVerbatim(source: string): FoldedText {
  const untaggedText = replaceWithOffsets(source, /<\/?(?:error|modified)>/giu, () => "");
  const marks = composeRewrite(
    composeFolds(untaggedText, straightenWithOffsets(untaggedText.text)),
    /["'»«‹›]+/gu,
    (run) => "'".repeat(run.length),
  );
  const dashes = composeRewrite(marks, / ?- ?/gu, () => "-");
  // Letter by letter, because the lower-case form of a few capitals has another length.
  return composeRewrite(dashes, /\p{Lu}|\p{Lt}/gu, (letter) => letter.toLowerCase());
}

const WORDLIKE = /[\p{L}\p{M}\p{N}]/u;

/**
 * Every occurrence of a quotation in a text, as half-open UTF-16 ranges of the source, in order. Only whole words
 * match: "ran home" does not occur in "Iran homeland". A quotation without a letter or digit never occurs.
 */
export function verbatimRanges(story: FoldedText, quotation: string): { start: number; end: number }[] {
  const foldedQuotation = foldVerbatim(quotation).text;
  if (!WORDLIKE.test(foldedQuotation)) return [];
  const ranges: { start: number; end: number }[] = [];
  for (let at = story.text.indexOf(foldedQuotation); at >= 0; at = story.text.indexOf(foldedQuotation, at + 1)) {
    const end = at + foldedQuotation.length;
    if (!splitsWord(story.text, at) && !splitsWord(story.text, end)) ranges.push(sourceRange(story, at, end));
  }
  return ranges;
}

function splitsWord(text: string, at: number): boolean {
  const characterBefore = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  const characterAfter = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return WORDLIKE.test(characterBefore) && WORDLIKE.test(characterAfter);
}

function composeRewrite(folded: FoldedText, pattern: RegExp, replace: (match: string) => string): FoldedText {
  return composeFolds(folded, replaceWithOffsets(folded.text, pattern, replace));
}
