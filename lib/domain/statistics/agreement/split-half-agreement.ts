import { hypergeometricDistribution } from "../basics/hypergeometric.ts";
import { requireCount } from "../basics/require-number.ts";

export interface SplitHalfAgreement {
  /** Expected agreement of the two majorities; null if the cell cannot be split in this way. */
  perCell: (number | null)[];
  nCells: number;
  /** Mean over the cells that can be split. */
  agreement: number | null;
  /** Mean over these cells of the expected squared difference between the two shares. */
  meanSquaredDiff: number | null;
}

/**
 * How well one part of the people predicts the other part. A random sample of k of a cell's n people (by default half,
 * rounded down) is compared with the other n - k people. agreement = E[v1 v2 + (1 - v1)(1 - v2)], where v is 1, 0 or
 * 0.5 for a majority of true, a majority of false, or a tie. The expected squared difference of the shares is p(1 - p)
 * n/(n - 1) n/(k(n - k)). Both expectations are exact over all splits, and undefined for k < 1 or k >= n.
 */
export function splitHalfAgreement(
  cells: readonly { nTrue: number; nFalse: number }[],
  k: number | null = null,
): SplitHalfAgreement {
  if (k !== null && !Number.isSafeInteger(k)) throw new RangeError(`k must be a whole number, not ${k}`);
  const splits = cells.map(({ nTrue, nFalse }) => {
    const n = requireCount("nTrue", nTrue) + requireCount("nFalse", nFalse);
    const size = k ?? Math.floor(n / 2);
    if (size < 1 || size >= n) return null;
    const share = nTrue / n;
    const agreement = hypergeometricDistribution(nTrue, nFalse, size).reduce((sum, { drawn, probability }) => {
      const first = voteOf(drawn, size);
      const second = voteOf(nTrue - drawn, n - size);
      return sum + probability * (first * second + (1 - first) * (1 - second));
    }, 0);
    return { agreement, squaredDiff: ((share * (1 - share) * n) / (n - 1)) * (n / (size * (n - size))) };
  });
  const splitCells = splits.filter((cell) => cell !== null);
  const mean = (values: number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    perCell: splits.map((cell) => cell?.agreement ?? null),
    nCells: splitCells.length,
    agreement: mean(splitCells.map(({ agreement }) => agreement)),
    meanSquaredDiff: mean(splitCells.map(({ squaredDiff }) => squaredDiff)),
  };
}

function voteOf(nTrue: number, n: number): number {
  if (2 * nTrue === n) return 0.5;
  return 2 * nTrue > n ? 1 : 0;
}
