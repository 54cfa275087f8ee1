import { composeFolds, foldCompatibly, replaceWithOffsets, sourceRange } from "./fold.ts";

/** A word of a text. Its index in the list is the word position that anchors, sentences and answers use. */
export interface Word {
  /** The normalised word: compatibility form, lower case, straight apostrophes. */
  text: string;
  /** The position of the word in the text, in UTF-16 units, end excluded. */
  start: number;
  end: number;
}

/** A text with its words, so that words are computed only once. */
export interface WordedText {
  text: string;
  words: Word[];
}

const APOSTROPHES = /[\u2018\u2019\u201b\u02bc]/g;
const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

/** The text together with its words. */
export function parseWords(text: string): WordedText {
  return { text, words: wordsOf(text) };
}

/**
 * The words of a text, in order, with their positions. This is the definition of a word for scores, anchors, answers
 * and screens: letters and digits, with apostrophes inside a word, in compatibility form and lower case. All other
 * characters separate words. Positions are half-open UTF-16 ranges in the given text.
 */
export function wordsOf(text: string): Word[] {
  let folded = foldCompatibly(text);
  let plain = folded.text.toLowerCase();
  if (plain.length !== folded.text.length) {
    // A few capitals (the Turkish dotted I) have a longer lower-case form. The text is then converted letter by letter,
    // to keep positions.
    folded = composeFolds(
      folded,
      replaceWithOffsets(folded.text, /\P{ASCII}/gu, (letter) => {
        const lowerCase = letter.toLowerCase();
        return lowerCase.length === letter.length ? letter : lowerCase;
      }),
    );
    plain = folded.text.toLowerCase();
  }
  // One character is replaced by one character, so positions stay valid.
  plain = plain.replace(APOSTROPHES, "'");
  const words: Word[] = [];
  for (const match of plain.matchAll(WORD)) {
    const end = match.index + match[0].length;
    const range = folded.offsets === null ? { start: match.index, end } : sourceRange(folded, match.index, end);
    words.push({ text: match[0], start: range.start, end: range.end });
  }
  return words;
}

/** The normalised words in order, as input of shares, overlaps and counts. */
export function wordTexts(text: string): string[] {
  return wordsOf(text).map((word) => word.text);
}

/** A half-open range of word positions. */
export interface WordRange {
  start: number;
  end: number;
}

/**
 * The positions of the words that overlap a range of characters. A range between two words gives an empty range at the
 * position of the next word.
 */
export function wordRangeOf(words: readonly Word[], start: number, end: number): WordRange {
  const first = firstWordEndingAfter(words, start);
  let last = first;
  while (last < words.length && (words[last] as Word).start < end) last += 1;
  return { start: first, end: last };
}

/**
 * The index of the first word that ends after the character position `at`. Without such a word, the number of words.
 */
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
 * The displayed characters of a range of words: from the first word to the last, with adjacent opening marks and
 * closing punctuation, so that a marked sentence keeps its quotation marks and full stop. For an empty range, the empty
 * range before its word.
 */
export function shownRange(story: WordedText, range: WordRange): { start: number; end: number } {
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
  while (end < ceiling && isClosing(text, end, ceiling)) end += 1;
  return { start, end };
}

/**
 * Whether the character at `at` belongs to the preceding text: it is no space and no opening mark of the following
 * text.
 */
function isClosing(text: string, at: number, ceiling: number): boolean {
  const character = text[at] as string;
  if (!NOT_SPACE.test(character)) return false;
  if (!/["'“‘«„‚([{¿¡—–-]/u.test(character)) return true;
  // A straight quotation mark is closing if only punctuation is between it and the next space.
  if (character === '"' || character === "'")
    return at + 1 >= ceiling || /^[^\p{L}\p{N}]*(?:\s|$)/u.test(text.slice(at, ceiling));
  return false;
}

/** The text of a range of words as written in the story. */
export function textOfWords(story: WordedText, range: WordRange): string {
  const shown = shownRange(story, range);
  return story.text.slice(shown.start, shown.end);
}
