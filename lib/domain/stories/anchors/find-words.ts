import { type Word, type WordRange, wordsOf } from "../../words/words.ts";

/**
 * The positions of `text` as consecutive words in a story, ignoring punctuation and case; at most `limit` positions.
 */
export function findOccurrences(words: readonly Word[], text: string, limit = Number.POSITIVE_INFINITY): WordRange[] {
  const searchWords = wordsOf(text).map((word) => word.text);
  const ranges: WordRange[] = [];
  const [first] = searchWords;
  if (first === undefined) return ranges;
  for (let at = 0; at + searchWords.length <= words.length && ranges.length < limit; at += 1) {
    if ((words[at] as Word).text !== first) continue;
    if (searchWords.every((word, index) => words[at + index]?.text === word))
      ranges.push({ start: at, end: at + searchWords.length });
  }
  return ranges;
}
