import { logChoose } from "../basics/hypergeometric.ts";

/** R's rounding tolerance for tables that are as improbable as the observed table. */
const asImprobable = Math.log1p(1e-7);

/**
 * Fisher's exact test of an r x 2 table. `sizes` are the row totals, `counts` the first column. The p-value is the sum
 * of the probabilities of all tables with the same margins that are no more probable than the observed table (R
 * `fisher.test`). A branch of tables is counted or skipped as a whole as soon as its most and its least probable
 * completion are on the same side of this bound (Mehta and Patel 1983).
 */
export function fisherExactTest(sizes: readonly number[], counts: readonly number[]): number {
  const markedCount = counts.reduce((sum, count) => sum + count, 0);
  const rest = restOf(sizes);
  const extremes = extremesOf(sizes, rest, markedCount);
  const all = logChoose(rest[0]!, markedCount);
  const bound = sizes.reduce((sum, size, row) => sum + logChoose(size, counts[row]!), 0) + asImprobable;
  const sumFromRow = (row: number, left: number, sofar: number): number => {
    const { most, least } = extremes[row]![left]!;
    if (sofar + most <= bound) return Math.exp(sofar + logChoose(rest[row]!, left) - all);
    if (sofar + least > bound) return 0;
    let sum = 0;
    for (let count = Math.max(0, left - rest[row + 1]!); count <= Math.min(sizes[row]!, left); count += 1)
      sum += sumFromRow(row + 1, left - count, sofar + logChoose(sizes[row]!, count));
    return sum;
  };
  return Math.min(1, sumFromRow(0, markedCount, 0));
}

/** The total of each row and all later rows. */
function restOf(sizes: readonly number[]): number[] {
  const rest = new Array<number>(sizes.length + 1).fill(0);
  for (let row = sizes.length - 1; row >= 0; row -= 1) rest[row] = rest[row + 1]! + sizes[row]!;
  return rest;
}

/**
 * For each row and remaining count: the largest and the smallest log weight of all distributions of this count over
 * this row and later rows.
 */
function extremesOf(sizes: readonly number[], rest: readonly number[], marked: number) {
  const extremes = rest.map(() => [] as { most: number; least: number }[]);
  extremes[sizes.length]![0] = { most: 0, least: 0 };
  for (let row = sizes.length - 1; row >= 0; row -= 1) {
    for (let left = 0; left <= Math.min(marked, rest[row]!); left += 1) {
      let most = Number.NEGATIVE_INFINITY;
      let least = Number.POSITIVE_INFINITY;
      for (let count = Math.max(0, left - rest[row + 1]!); count <= Math.min(sizes[row]!, left); count += 1) {
        const weight = logChoose(sizes[row]!, count);
        const later = extremes[row + 1]![left - count]!;
        most = Math.max(most, weight + later.most);
        least = Math.min(least, weight + later.least);
      }
      extremes[row]![left] = { most, least };
    }
  }
  return extremes;
}
