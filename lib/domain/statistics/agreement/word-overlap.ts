import { wordTexts } from "../../words/words.ts";

export const wordOverlapModes = ["multiset", "set"] as const;
export type WordOverlapMode = (typeof wordOverlapModes)[number];

export interface WordOverlap {
  /** Number of words in the prediction and in the gold text; repetitions are counted. */
  nPred: number;
  nGold: number;
  intersection: number;
  union: number;
  iou: number;
}

/**
 * Intersection over union of the words of two texts. `multiset`: the sum of the smaller counts of each word, divided by
 * the sum of the larger counts; for a verbatim quote that contains the gold text it equals the overlap by position.
 * `set`: the overlap of distinct words. Two empty texts give 1, one empty text gives 0. Convert "NA" to "no error"
 * before scoring, because this function treats it as a word. Yang et al. 2026 (the published text lacks the formula,
 * and no scoring code is released).
 */
export function wordOverlap(pred: string, gold: string, mode: WordOverlapMode = "multiset"): WordOverlap {
  if (!wordOverlapModes.includes(mode))
    throw new RangeError(`mode must be one of ${wordOverlapModes.join(", ")}, not ${String(mode)}`);
  const predWords = wordTexts(pred);
  const goldWords = wordTexts(gold);
  const predCounts = countsOf(predWords);
  const goldCounts = countsOf(goldWords);
  let intersection = 0;
  let union = 0;
  for (const word of new Set([...predCounts.keys(), ...goldCounts.keys()])) {
    const inPred = predCounts.get(word) ?? 0;
    const inGold = goldCounts.get(word) ?? 0;
    intersection += mode === "set" ? Number(inPred > 0 && inGold > 0) : Math.min(inPred, inGold);
    union += mode === "set" ? 1 : Math.max(inPred, inGold);
  }
  return { nPred: predWords.length, nGold: goldWords.length, intersection, union, iou: ratio(intersection, union) };
}

/** A half-open range [start, end) of word positions. */
export type WordSpan = readonly [start: number, end: number];

export interface SpanOverlap {
  intersection: number;
  union: number;
  iou: number;
}

/**
 * Intersection over union of the word positions that two lists of spans cover; overlapping spans count once. Gives 1 if
 * neither list covers a position. Throws RangeError for negative or fractional positions and for an end before its
 * start.
 */
export function wordSpanOverlap(predSpans: readonly WordSpan[], goldSpans: readonly WordSpan[]): SpanOverlap {
  const pred = mergeSpans("predSpans", predSpans);
  const gold = mergeSpans("goldSpans", goldSpans);
  let intersection = 0;
  for (const [start, end] of pred) {
    for (const [otherStart, otherEnd] of gold)
      intersection += Math.max(0, Math.min(end, otherEnd) - Math.max(start, otherStart));
  }
  const union = lengthOf(pred) + lengthOf(gold) - intersection;
  return { intersection, union, iou: ratio(intersection, union) };
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function mergeSpans(name: string, spans: readonly WordSpan[]): WordSpan[] {
  const result: [number, number][] = [];
  for (const [start, end] of spans.toSorted((left, right) => left[0] - right[0])) {
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
      throw new RangeError(`${name} must contain ranges 0 <= start <= end of whole numbers, not [${start}, ${end}]`);
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

function lengthOf(spans: readonly WordSpan[]): number {
  return spans.reduce((sum, [start, end]) => sum + end - start, 0);
}

function ratio(intersection: number, union: number): number {
  return union === 0 ? 1 : intersection / union;
}
