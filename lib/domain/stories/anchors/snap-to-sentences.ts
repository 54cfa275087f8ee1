import type { Sentence } from "../../words/sentences.ts";
import type { WordRange } from "../../words/words.ts";

/**
 * The whole sentences that a range of words overlaps, limited to `within` if given (an error never extends beyond its
 * event, unless it is already outside it). A range outside every sentence is returned unchanged.
 */
export function snapToSentences(sentences: readonly Sentence[], range: WordRange, within?: WordRange): WordRange {
  const touched = sentences.filter(({ from, to }) => from < range.end && to > range.start);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return { start: range.start, end: range.end };
  const whole = { start: first.from, end: last.to };
  if (within === undefined || range.start >= within.end || range.end <= within.start) return whole;
  return { start: Math.max(whole.start, within.start), end: Math.min(whole.end, within.end) };
}
