import { type Random, shuffle } from "../../random.ts";
import { monteCarloPValue } from "../basics/monte-carlo-p-value.ts";
import { requireCount } from "../basics/require-number.ts";
import { type MeanRankTest, meanRankTest, rankTable, type Tails } from "./mean-rank-permutation.ts";

/**
 * The mean-rank permutation test by simulation, as published (k = 1000 in Du et al., 5000 in their code). Each of the k
 * rounds shuffles the ranks of every model; p = (exceed + 1)/(k + 1). The result agrees with the exact test within its
 * own standard error sqrt(p(1 - p)/k). Deterministic for the same seed.
 */
export function meanRankMonteCarlo(
  scores: readonly (readonly (number | null)[])[],
  k: number,
  random: Random,
): MeanRankTest {
  requireCount("k", k, 1);
  const table = rankTable(scores);
  const types = table.sums.length;
  const presentTypes = table.ranks.map((row) => row.flatMap((rank, type) => (rank === null ? [] : [type])));
  const values = table.ranks.map((row) => row.filter((rank) => rank !== null));
  const exceed = Array.from({ length: types }, () => ({ pTwoSided: 0, pGreater: 0, pLess: 0 }));
  for (let round = 0; round < k; round += 1) {
    const sums = new Array<number>(types).fill(0);
    values.forEach((ranks, model) => {
      shuffle(ranks, random).forEach((rank, index) => {
        sums[presentTypes[model]![index]!]! += rank;
      });
    });
    sums.forEach((sum, type) => {
      const observed = table.sums[type]!;
      const expected = table.expected[type]!;
      const counts = exceed[type]!;
      if (Math.abs(sum - expected) >= Math.abs(observed - expected)) counts.pTwoSided += 1;
      if (sum >= observed) counts.pGreater += 1;
      if (sum <= observed) counts.pLess += 1;
    });
  }
  const tails = exceed.map((counts, type): Tails | null =>
    table.models[type] === 0
      ? null
      : {
          pTwoSided: monteCarloPValue(counts.pTwoSided, k).pvalue,
          pGreater: monteCarloPValue(counts.pGreater, k).pvalue,
          pLess: monteCarloPValue(counts.pLess, k).pvalue,
        },
  );
  return meanRankTest(table, tails);
}
