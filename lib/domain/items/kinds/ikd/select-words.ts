import type { WordSpan } from "../../../statistics/agreement/word-overlap.ts";
import type { Sentence } from "../../../words/sentences.ts";
import type { Word, WordRange } from "../../../words/words.ts";

/**
 * Normalises half-open spans of word positions: sorts them, joins overlapping and adjacent spans, and removes empty
 * spans.
 */
export function joinSpans(spans: readonly WordSpan[]): WordSpan[] {
  const result: [number, number][] = [];
  for (const [start, end] of spans.toSorted((left, right) => left[0] - right[0])) {
    if (start >= end) continue;
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** Adds a range of words to the selection. */
export function addWords(spans: readonly WordSpan[], range: WordRange): WordSpan[] {
  return joinSpans([...spans, [range.start, range.end]]);
}

/** Removes a range of words from the selection. */
export function removeWords(spans: readonly WordSpan[], range: WordRange): WordSpan[] {
  return joinSpans(
    spans.flatMap(([start, end]): WordSpan[] => [
      [start, Math.min(end, range.start)],
      [Math.max(start, range.end), end],
    ]),
  );
}

/** How much of a sentence is selected. Its checkbox is ticked for `all` and indeterminate for `some`. */
export function getSentenceSelection(spans: readonly WordSpan[], sentence: Sentence): "all" | "some" | "none" {
  const count = joinSpans(spans).reduce(
    (sum, [start, end]) => sum + Math.max(0, Math.min(end, sentence.to) - Math.max(start, sentence.from)),
    0,
  );
  return count === 0 ? "none" : count === sentence.to - sentence.from ? "all" : "some";
}

/** Deselects a sentence if all of it is selected; otherwise selects it. */
export function toggleSentence(spans: readonly WordSpan[], sentence: Sentence): WordSpan[] {
  const range = { start: sentence.from, end: sentence.to };
  return getSentenceSelection(spans, sentence) === "all" ? removeWords(spans, range) : addWords(spans, range);
}

/**
 * Moves one edge of the span that contains a word by a number of words. The span keeps at least one word and stays
 * within the story. Returns the selection unchanged if no span contains the word.
 */
export function adjustSpan(
  spans: readonly WordSpan[],
  words: readonly Word[],
  at: number,
  edge: "start" | "end",
  by: number,
): WordSpan[] {
  return joinSpans(
    spans.map(([start, end]): WordSpan => {
      if (at < start || at >= end) return [start, end];
      if (edge === "start") return [Math.max(0, Math.min(end - 1, start + by)), end];
      return [start, Math.min(words.length, Math.max(start + 1, end + by))];
    }),
  );
}

/** The words of the ticked sentences in a form submitted without JavaScript; invalid indices are ignored. */
export function spansOfSentences(sentences: readonly Sentence[], numbers: readonly number[]): WordSpan[] {
  return joinSpans(
    numbers.flatMap((number): WordSpan[] => {
      const sentence = sentences[number];
      return sentence === undefined ? [] : [[sentence.from, sentence.to]];
    }),
  );
}
