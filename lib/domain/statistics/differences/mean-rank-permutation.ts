import { adjustPValues } from "../basics/adjust-p-values.ts";
import { doubledRanks } from "../basics/ranks.ts";
import { requireRectangle } from "../basics/require-number.ts";

/** One value for each type (column), in the given order. All values are null for a type that no model has. */
export interface MeanRankTest {
  meanRank: (number | null)[];
  /** P(|T* - e| >= |T - e|), where e is the mean under the null: (K + 1)/2 if no score is missing. */
  pTwoSided: (number | null)[];
  /** P(T* >= T), which is small if the type has low scores. */
  pGreater: (number | null)[];
  /** P(T* <= T), which is small if the type has high scores. */
  pLess: (number | null)[];
  /** pTwoSided adjusted over the types by Benjamini and Hochberg. */
  pTwoSidedBH: (number | null)[];
}

/** The rank sums that both tests need. Ranks are doubled, so that all sums are integers. */
export interface RankTable {
  /** Models x types. */
  ranks: (number | null)[][];
  /** Per type: the models that have it. */
  models: number[];
  /** Per type: the observed sum. */
  sums: number[];
  /** For each type: the mean of the sum under the null. */
  expected: number[];
}

/**
 * Tests whether each type of item ranks higher or lower than chance over M models (Du et al., expressions of belief).
 *
 * `scores` are models x types. Within each model the types are ranked; the highest score has rank 1 and ties have
 * average ranks. The statistic is a type's mean rank. Under the null, each model's ranks are shuffled independently.
 *
 * The p-values are exact: the null distribution is the convolution of M discrete distributions, in doubled integer
 * ranks. A missing score (null) is excluded from the ranking of its model. The test assumes that models are
 * independent; models of one family are not. Throws RangeError without models or types, for ragged rows and for scores
 * that are not finite.
 */
export function meanRankPermutation(scores: readonly (readonly (number | null)[])[]): MeanRankTest {
  const table = rankTable(scores);
  const distributions = new Map<string, Float64Array>();
  const tails = table.sums.map((sum, type) => {
    if (table.models[type] === 0) return null;
    const rowsWithType = table.ranks.filter((row) => row[type] !== null);
    const key = table.ranks.map((row) => (row[type] === null ? "0" : "1")).join("");
    let distribution = distributions.get(key);
    if (!distribution) {
      distribution = distributionOfSum(rowsWithType.map((row) => row.filter((rank) => rank !== null)));
      distributions.set(key, distribution);
    }
    return tailsOf(distribution, sum, table.expected[type]!);
  });
  return meanRankTest(table, tails);
}

/** Ranks the scores and sums the ranks. Throws the same errors as `meanRankPermutation`. */
export function rankTable(scores: readonly (readonly (number | null)[])[]): RankTable {
  if (scores.length === 0) throw new RangeError("scores must contain at least one model");
  const types = requireRectangle("scores", scores);
  if (types === 0) throw new RangeError("scores must contain at least one type");
  const ranks = scores.map((row) => doubledRanks(row));
  const models = new Array<number>(types).fill(0);
  const sums = new Array<number>(types).fill(0);
  const expected = new Array<number>(types).fill(0);
  for (const row of ranks) {
    const ranked = row.filter((rank) => rank !== null).length;
    row.forEach((rank, type) => {
      if (rank === null) return;
      models[type]! += 1;
      sums[type]! += rank;
      expected[type]! += ranked + 1;
    });
  }
  return { ranks, models, sums, expected };
}

export interface Tails {
  pTwoSided: number;
  pGreater: number;
  pLess: number;
}

export function meanRankTest(table: RankTable, tails: readonly (Tails | null)[]): MeanRankTest {
  const pTwoSided = tails.map((tail) => tail?.pTwoSided ?? null);
  return {
    meanRank: table.sums.map((sum, type) => (table.models[type] === 0 ? null : sum / (2 * table.models[type]!))),
    pTwoSided,
    pGreater: tails.map((tail) => tail?.pGreater ?? null),
    pLess: tails.map((tail) => tail?.pLess ?? null),
    pTwoSidedBH: adjustPValues(pTwoSided, "BH"),
  };
}

/** The probability of each sum of one random rank from every row. The sum is the index. */
function distributionOfSum(rows: readonly (readonly number[])[]): Float64Array {
  let distribution = Float64Array.of(1);
  for (const row of rows) {
    const shares = new Map<number, number>();
    for (const rank of row) shares.set(rank, (shares.get(rank) ?? 0) + 1 / row.length);
    const next = new Float64Array(distribution.length + Math.max(...row));
    distribution.forEach((probability, sum) => {
      if (probability === 0) return;
      for (const [rank, share] of shares) next[sum + rank]! += probability * share;
    });
    distribution = next;
  }
  return distribution;
}

function tailsOf(distribution: Float64Array, observed: number, expected: number): Tails {
  const tails = { pTwoSided: 0, pGreater: 0, pLess: 0 };
  distribution.forEach((probability, sum) => {
    if (Math.abs(sum - expected) >= Math.abs(observed - expected)) tails.pTwoSided += probability;
    if (sum >= observed) tails.pGreater += probability;
    if (sum <= observed) tails.pLess += probability;
  });
  return {
    pTwoSided: Math.min(1, tails.pTwoSided),
    pGreater: Math.min(1, tails.pGreater),
    pLess: Math.min(1, tails.pLess),
  };
}
