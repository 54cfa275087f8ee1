import type { WordSpan } from "../../../statistics/agreement/word-overlap.ts";
import type { Sentence } from "../../../words/sentences.ts";
import type { Word, WordRange } from "../../../words/words.ts";

/** Spans in order, without overlaps, touching ones joined, empty ones gone. Word positions, half-open. */
export function joinedSpans(spans: readonly WordSpan[]): WordSpan[] {
  const result: [number, number][] = [];
  for (const [start, end] of spans.toSorted((left, right) => left[0] - right[0])) {
    if (start >= end) continue;
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** The selection with a range of words added. */
export function withWords(spans: readonly WordSpan[], range: WordRange): WordSpan[] {
  return joinedSpans([...spans, [range.start, range.end]]);
}

/** The selection without a range of words. */
export function withoutWords(spans: readonly WordSpan[], range: WordRange): WordSpan[] {
  return joinedSpans(
    spans.flatMap(([start, end]): WordSpan[] => [
      [start, Math.min(end, range.start)],
      [Math.max(start, range.end), end],
    ]),
  );
}

/** How much of a sentence is selected: its box is ticked for `all`, half ticked for `some`. */
export function ticked(spans: readonly WordSpan[], sentence: Sentence): "all" | "some" | "none" {
  const count = joinedSpans(spans).reduce(
    (sum, [start, end]) => sum + Math.max(0, Math.min(end, sentence.to) - Math.max(start, sentence.from)),
    0,
  );
  return count === 0 ? "none" : count === sentence.to - sentence.from ? "all" : "some";
}

/** Ticks a sentence that is not fully selected, unticks one that is. */
export function toggledSentence(spans: readonly WordSpan[], sentence: Sentence): WordSpan[] {
  const range = { start: sentence.from, end: sentence.to };
  return ticked(spans, sentence) === "all" ? withoutWords(spans, range) : withWords(spans, range);
}

/**
 * Moves one edge of the span that holds a word by some words; the span keeps at least one word and the edges stay in the
 * story. The selection itself when no span holds the word.
 */
export function adjustedSpan(
  spans: readonly WordSpan[],
  words: readonly Word[],
  at: number,
  edge: "start" | "end",
  by: number,
): WordSpan[] {
  return joinedSpans(
    spans.map(([start, end]): WordSpan => {
      if (at < start || at >= end) return [start, end];
      if (edge === "start") return [Math.max(0, Math.min(end - 1, start + by)), end];
      return [start, Math.min(words.length, Math.max(start + 1, end + by))];
    }),
  );
}

/** The selection that ticked sentences stand for, as a form without a script sends it; unknown numbers are passed over. */
export function spansOfSentences(sentences: readonly Sentence[], numbers: readonly number[]): WordSpan[] {
  return joinedSpans(
    numbers.flatMap((number): WordSpan[] => {
      const sentence = sentences[number];
      return sentence === undefined ? [] : [[sentence.from, sentence.to]];
    }),
  );
}
