import { chiSquareUpperTail } from "../basics/distributions.ts";
import { requireBinary, requireRectangle } from "../basics/require-number.ts";

export interface CochranQ {
  /** The statistic; null if no row varies. */
  statistic: number | null;
  df: number;
  pvalue: number;
  columnTotals: number[];
}

/**
 * Cochran's Q test of the hypothesis that k treatments succeed equally often on the same items. `rows` are items x
 * treatments of 0 and 1.
 *
 * Q = (k - 1)(k sum G^2 - (sum G)^2) / (k sum L - sum L^2) with column totals G and row totals L; chi-square on k - 1
 * df. For k = 2 it is McNemar's chi-square without correction. Assumes independent items. If no row varies, the
 * statistic is null and p = 1. Throws RangeError without rows, for fewer than two treatments, ragged rows and values
 * other than 0 and 1. Cochran (1950).
 */
export function cochranQ(rows: readonly (readonly number[])[]): CochranQ {
  if (rows.length === 0) throw new RangeError("rows must contain at least one item");
  const k = requireRectangle("rows", rows);
  if (k < 2) throw new RangeError(`rows must contain at least 2 treatments, not ${k}`);
  const columnTotals = new Array<number>(k).fill(0);
  let denominator = 0;
  for (const row of rows) {
    let rowTotal = 0;
    row.forEach((value, column) => {
      requireBinary("rows", value, "complete");
      columnTotals[column]! += value;
      rowTotal += value;
    });
    denominator += rowTotal * (k - rowTotal);
  }
  return cochranQOfTotals(columnTotals, denominator);
}

/**
 * Cochran's Q from the column totals and the denominator k sum L - sum L^2 (the sum of L(k - L) over the items). The
 * denominator is the only unknown if a paper prints Q.
 */
export function cochranQOfTotals(columnTotals: readonly number[], denominator: number): CochranQ {
  const k = columnTotals.length;
  const df = k - 1;
  if (denominator === 0) return { statistic: null, df, pvalue: 1, columnTotals: [...columnTotals] };
  const sum = columnTotals.reduce((total, count) => total + count, 0);
  const squares = columnTotals.reduce((total, count) => total + count * count, 0);
  const statistic = (df * (k * squares - sum * sum)) / denominator;
  return { statistic, df, pvalue: chiSquareUpperTail(statistic, df), columnTotals: [...columnTotals] };
}
