import { type WordSpan, wordSpanOverlap } from "../../statistics/agreement/word-overlap.ts";

/** The spans that people marked on one item; null for a person who was not asked to mark. */
export interface MarkedItem {
  id: string;
  spans: Readonly<Record<string, readonly WordSpan[] | null>>;
}

/** The overlap of different people's marks. */
export interface SpanAgreement {
  /** Items with marks of at least two people. */
  items: number;
  pairs: number;
  /** Mean over items of the mean overlap between pairs of people; null without a pair. */
  meanIou: number | null;
  byItem: { id: string; pairs: number; iou: number }[];
}

/** Word-level overlap between annotators: every pair of people on every item; all items have equal weight. */
export function computeSpanAgreement(items: readonly MarkedItem[]): SpanAgreement {
  const byItem = items.flatMap(({ id, spans }) => {
    const markedSpans = Object.values(spans).filter((spansOfOne) => spansOfOne !== null);
    const overlaps = markedSpans.flatMap((one, index) =>
      markedSpans.slice(index + 1).map((other) => wordSpanOverlap(one, other).iou),
    );
    const [first] = overlaps;
    return first === undefined ? [] : [{ id, pairs: overlaps.length, iou: mean(overlaps) }];
  });
  return {
    items: byItem.length,
    pairs: byItem.reduce((sum, { pairs }) => sum + pairs, 0),
    meanIou: byItem.length === 0 ? null : mean(byItem.map(({ iou }) => iou)),
    byItem,
  };
}

/** One person's judgement of one item. */
export interface Judgement<Value> {
  item: string;
  rater: string;
  value: Value;
}

/**
 * Judgements in the format of the agreement coefficients: a row for each rater, a column for each item, null if
 * missing.
 */
export interface RatingMatrix<Value> {
  raters: string[];
  items: string[];
  values: (Value | null)[][];
}

/**
 * Arranges judgements as a matrix. If a rater judged an item twice, the later judgement counts. For kappa of two raters
 * use the two rows.
 */
export function ratingMatrix<Value>(judgements: readonly Judgement<Value>[]): RatingMatrix<Value> {
  const raters = [...new Set(judgements.map((judgement) => judgement.rater))].sort();
  const items = [...new Set(judgements.map((judgement) => judgement.item))].sort();
  const row = new Map(raters.map((rater, index) => [rater, index]));
  const column = new Map(items.map((item, index) => [item, index]));
  const values = raters.map(() => items.map((): Value | null => null));
  for (const { rater, item, value } of judgements) {
    (values[row.get(rater) as number] as (Value | null)[])[column.get(item) as number] = value;
  }
  return { raters, items, values };
}

/**
 * For each word, whether each rater marked it: rows of booleans, for a coefficient with words as units. `words` is the
 * number of words of the story. A rater whose spans are null has no value for any word.
 */
export function wordMatrix(words: number, spans: readonly (readonly WordSpan[] | null)[]): (boolean | null)[][] {
  return spans.map((spansOfOne) => {
    if (spansOfOne === null) return new Array<null>(words).fill(null);
    const row = new Array<boolean>(words).fill(false);
    for (const [start, end] of spansOfOne) row.fill(true, start, Math.min(end, words));
    return row;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
