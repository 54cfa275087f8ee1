import { requireCount } from "../basics/require-number.ts";
import type { WordSpan } from "./word-overlap.ts";

/** The words that at least a given share of the annotators marked, as spans: half-open word positions, in order. */
export function spanConsensus(
  words: number,
  annotators: readonly (readonly WordSpan[])[],
  atLeast = 0.5,
): [number, number][] {
  requireCount("words", words, 0);
  if (!(atLeast > 0 && atLeast <= 1)) throw new RangeError(`atLeast must be above 0 and at most 1, not ${atLeast}`);
  const marks = new Array<number>(words + 1).fill(0);
  for (const spans of annotators) for (const word of coveredWords(words, spans)) marks[word]! += 1;
  const needed = atLeast * annotators.length - 1e-9;
  const consensus: [number, number][] = [];
  let start: number | null = null;
  for (let word = 0; word <= words; word += 1) {
    const isMarked = word < words && annotators.length > 0 && marks[word]! >= needed;
    if (isMarked && start === null) start = word;
    if (isMarked || start === null) continue;
    consensus.push([start, word]);
    start = null;
  }
  return consensus;
}

export interface SpanF1 {
  /**
   * Number of pairs of annotators of whom at least one marked a span. Two annotators without marks provide no
   * information about spans.
   */
  pairs: number;
  /** Spans that both annotators of a pair marked, and spans of both added up, summed over all pairs. */
  shared: number;
  spans: number;
  /** 2 shared / (spans of one + spans of the other), pooled over pairs; null without spans. */
  f1: number | null;
}

/**
 * How often two annotators mark exactly the same span: F1 over all pairs of annotators of an item, pooled over items.
 * F1 is symmetric, because the precision of one annotator is the recall of the other (Hripcsak and Rothschild 2005). A
 * span that was marked twice counts once.
 */
export function spanF1(items: readonly (readonly (readonly WordSpan[])[])[]): SpanF1 {
  return setF1(items.map((annotators) => annotators.map((marked) => marked.map(([start, end]) => `${start} ${end}`))));
}

/** The F1 of sets, such as relations between spans, as `spanF1`. */
export function setF1(items: readonly (readonly (readonly string[])[])[]): SpanF1 {
  let [pairs, shared, spans] = [0, 0, 0];
  for (const annotators of items) {
    const keys = annotators.map((members) => new Set(members));
    for (const [index, one] of keys.entries())
      for (const other of keys.slice(index + 1)) {
        if (one.size + other.size === 0) continue;
        pairs += 1;
        spans += one.size + other.size;
        shared += [...one].filter((key) => other.has(key)).length;
      }
  }
  return { pairs, shared, spans, f1: spans === 0 ? null : (2 * shared) / spans };
}

function coveredWords(words: number, spans: readonly WordSpan[]): Set<number> {
  const covered = new Set<number>();
  for (const [start, end] of spans) {
    if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= words))
      throw new RangeError(`a span must lie within 0 to ${words}, not ${start} to ${end}`);
    for (let word = start; word < end; word += 1) covered.add(word);
  }
  return covered;
}
