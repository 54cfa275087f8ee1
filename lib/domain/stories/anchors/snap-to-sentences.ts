import type { Sentence } from "../../words/sentences.ts";
import type { WordRange } from "../../words/words.ts";

/**
 * The whole sentences that a range of words overlaps, limited to `within` if given (an error never extends beyond its
 * event, unless it is already outside it). A range outside every sentence is returned unchanged.
 */
export function snapToSentences(sentences: readonly Sentence[], range: WordRange, within?: WordRange): WordRange {
  const touchedSentences = sentences.filter(({ from, to }) => from < range.end && to > range.start);
  const [first, last] = [touchedSentences[0], touchedSentences.at(-1)];
  if (first === undefined || last === undefined) return { start: range.start, end: range.end };
  const wholeSentences = { start: first.from, end: last.to };
  if (within === undefined || range.start >= within.end || range.end <= within.start) return wholeSentences;
  return { start: Math.max(wholeSentences.start, within.start), end: Math.min(wholeSentences.end, within.end) };
}
