import { type Word, type WordRange, wordsOf } from "../../words/words.ts";

/**
 * The positions of `text` as consecutive words in a story, ignoring punctuation and case; at most `limit` positions.
 */
export function occurrencesOf(words: readonly Word[], text: string, limit = Number.POSITIVE_INFINITY): WordRange[] {
  const wanted = wordsOf(text).map((word) => word.text);
  const found: WordRange[] = [];
  const [first] = wanted;
  if (first === undefined) return found;
  for (let at = 0; at + wanted.length <= words.length && found.length < limit; at += 1) {
    if ((words[at] as Word).text !== first) continue;
    if (wanted.every((word, index) => words[at + index]?.text === word))
      found.push({ start: at, end: at + wanted.length });
  }
  return found;
}
