import { requireCount, requireRectangle } from "../basics/require-number.ts";

export interface FleissKappa {
  /** Mean over items of the share of agreeing pairs of ratings; null without items. */
  pBar: number | null;
  /** The share of agreement that the pooled categories give by chance; null without items. */
  pe: number | null;
  /** Fleiss' kappa; null if only one category was used. */
  kappa: number | null;
}

/**
 * Fleiss' kappa from counts of ratings, items x categories: (pBar - pe) / (1 - pe). Different items may have different
 * raters. Throws RangeError unless all items have the same number of ratings, at least two. Fleiss (1971).
 */
export function fleissKappa(counts: readonly (readonly number[])[]): FleissKappa {
  requireRectangle("counts", counts);
  if (counts.length === 0) return { pBar: null, pe: null, kappa: null };
  const ratings = total(counts[0]!);
  const categoryTotals = new Array<number>(counts[0]!.length).fill(0);
  let squares = 0;
  counts.forEach((row, item) => {
    row.forEach((count, category) => {
      requireCount("counts", count);
      categoryTotals[category]! += count;
      squares += count * count;
    });
    if (total(row) !== ratings)
      throw new RangeError(`every item needs ${ratings} ratings like the first; item ${item} has ${total(row)}`);
  });
  if (ratings < 2) throw new RangeError(`every item needs at least 2 ratings, not ${ratings}`);
  const all = counts.length * ratings;
  const pBar = (squares - all) / (all * (ratings - 1));
  const pe = categoryTotals.reduce((sum, count) => sum + (count / all) ** 2, 0);
  return { pBar, pe, kappa: categoryTotals.includes(all) ? null : (pBar - pe) / (1 - pe) };
}

function total(row: readonly number[]): number {
  return row.reduce((sum, count) => sum + count, 0);
}
