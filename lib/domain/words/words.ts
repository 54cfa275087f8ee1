import { composed, foldedCompatibly, rewritten, sourceRange } from "./fold.ts";

/** One word of a text; its number in the list is the word position that anchors, sentences and answers count in. */
export interface Word {
  /** Folded: compatibility form, lower case, straight apostrophe. */
  text: string;
  /** Where the word stands in the text, in UTF-16 units, end not included. */
  start: number;
  end: number;
}

/** A text with its words, so that they are looked for once and not in every function. */
export interface Worded {
  text: string;
  words: Word[];
}

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc]/g;
const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

/** The text together with its words. */
export function worded(text: string): Worded {
  return { text, words: wordsOf(text) };
}

/**
 * The words of a text in order, with their places. What a word is, for scores, anchors, answers and screens alike: compatibility form, lower case, letters and digits, apostrophes inside a word; everything else
 * separates.
 * Positions are half-open UTF-16 ranges in the text as given.
 */
export function wordsOf(text: string): Word[] {
  let folded = foldedCompatibly(text);
  let plain = folded.text.toLowerCase();
  if (plain.length !== folded.text.length) {
    // A few capitals (the Turkish dotted I) have a longer small form: then letter by letter, to keep the places.
    folded = composed(
      folded,
      rewritten(folded.text, /\P{ASCII}/gu, (letter) => {
        const small = letter.toLowerCase();
        return small.length === letter.length ? letter : small;
      }),
    );
    plain = folded.text.toLowerCase();
  }
  // One character for one character, so the places stay right.
  plain = plain.replace(APOSTROPHES, "'");
  const words: Word[] = [];
  for (const match of plain.matchAll(WORD)) {
    const end = match.index + match[0].length;
    const range = folded.offsets === null ? { start: match.index, end } : sourceRange(folded, match.index, end);
    words.push({ text: match[0], start: range.start, end: range.end });
  }
  return words;
}

/** The words themselves, in order: what shares, overlaps and counts are computed from. */
export function wordTexts(text: string): string[] {
  return wordsOf(text).map((word) => word.text);
}

/** A half-open range of word positions. */
export interface WordRange {
  start: number;
  end: number;
}

/**
 * The words that a range of characters touches, as word positions. A range between two words gives an empty range
 * at the position of the word that follows.
 */
export function wordRangeOf(words: readonly Word[], start: number, end: number): WordRange {
  const first = firstWordEndingAfter(words, start);
  let last = first;
  while (last < words.length && (words[last] as Word).start < end) last += 1;
  return { start: first, end: last };
}

/** The number of the first word that ends after the character position `at`; the number of words if there is none. */
export function firstWordEndingAfter(words: readonly Word[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as Word).end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

const OPENING = /["'“‘«„‚([{¿¡]/u;
const NOT_SPACE = /\S/u;

/**
 * The characters that a range of words shows as: from the first word to the last, with the opening marks that touch
 * the first and the punctuation that touches the last, so that a marked sentence keeps its quotation marks and full
 * stop. An empty range shows as the empty place before its word.
 */
export function shownRange(story: Worded, range: WordRange): { start: number; end: number } {
  const { text, words } = story;
  if (range.start >= range.end) {
    const at = words[range.start]?.start ?? text.length;
    return { start: at, end: at };
  }
  let { start } = words[range.start] as Word;
  let { end } = words[range.end - 1] as Word;
  const floor = words[range.start - 1]?.end ?? 0;
  const ceiling = words[range.end]?.start ?? text.length;
  while (start > floor && OPENING.test(text[start - 1] as string)) start -= 1;
  while (end < ceiling && closes(text, end, ceiling)) end += 1;
  return { start, end };
}

/** Whether the character at `at` belongs to what stands before it: not a space, and not the opening of what follows. */
function closes(text: string, at: number, ceiling: number): boolean {
  const character = text[at] as string;
  if (!NOT_SPACE.test(character)) return false;
  if (!/["'“‘«„‚([{¿¡—–-]/u.test(character)) return true;
  // A straight quotation mark closes when nothing but punctuation follows before the next space.
  if (character === '"' || character === "'")
    return at + 1 >= ceiling || /^[^\p{L}\p{N}]*(?:\s|$)/u.test(text.slice(at, ceiling));
  return false;
}

/** The text of a range of words as it stands in the story. */
export function textOfWords(story: Worded, range: WordRange): string {
  const shown = shownRange(story, range);
  return story.text.slice(shown.start, shown.end);
}
