import type { Random } from "../../random.ts";
import { meanRankMonteCarlo } from "../../statistics/differences/mean-rank-monte-carlo.ts";
import { meanRankPermutation } from "../../statistics/differences/mean-rank-permutation.ts";
import { categories, getCategory } from "../typology.ts";

/** A cell of the ranked table: the rate of a model in a category; null if the model decided no pair there. */
export interface RankedCell {
  model: string;
  category: string;
  rate: number | null;
}

export interface RankedCategory {
  category: string;
  /** Mean rank over the models with a rate in this category. Rank 1 is followed most. */
  meanRank: number;
  models: number;
  /** Two-sided p-value: the probability under chance of a mean rank at least as far from the expected mean. */
  p: number;
  /** The p-value adjusted over the categories (Benjamini and Hochberg). */
  q: number;
  significant: boolean;
  /** Number of stars: 1 if q <= .05, 2 if q <= .005, 3 if q <= .0005, otherwise 0. */
  stars: 0 | 1 | 2 | 3;
  /** Whether the category is followed more ("high") or less ("low") than the other categories on average. */
  direction: "high" | "low";
}

export interface Ranking {
  models: string[];
  /** Number of categories in the table. Categories without any model are not in `rows`. */
  categories: number;
  /** Number of permutations; null for the exact test. */
  permutations: number | null;
  alpha: number;
  /** Lowest mean rank (most persuasive) first. */
  rows: RankedCategory[];
}

export type RankMethod = { kind: "exact" } | { kind: "monte-carlo"; permutations: number; random: Random };

export type RankResult = { ok: true; ranking: Ranking } | { ok: false; reason: "noModels" | "repeatedCell" };

/**
 * Tests which categories are followed more or less often than expected by chance, consistently over models (Du et al.,
 * section 6.1).
 *
 * Models and categories are sorted first, so that the order of the cells does not affect the result. A Monte Carlo test
 * depends only on its seed.
 */
export function rankCategories(
  cells: readonly RankedCell[],
  method: RankMethod = { kind: "exact" },
  alpha = 0.05,
): RankResult {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha must lie between 0 and 1, not ${alpha}`);
  const models = [...new Set(cells.filter((cell) => cell.rate !== null).map((cell) => cell.model))].sort();
  if (models.length === 0) return { ok: false, reason: "noModels" };
  const names = sortCategories(new Set(cells.map((cell) => cell.category)));
  const rates = new Map<string, number | null>();
  for (const cell of cells) {
    const key = `${cell.model}\u0000${cell.category}`;
    if (rates.has(key)) return { ok: false, reason: "repeatedCell" };
    rates.set(key, cell.rate);
  }
  const scores = models.map((model) => names.map((name) => rates.get(`${model}\u0000${name}`) ?? null));
  const test =
    method.kind === "exact"
      ? meanRankPermutation(scores)
      : meanRankMonteCarlo(scores, method.permutations, method.random);
  const rows = names.flatMap((category, index): RankedCategory[] => {
    const [meanRank, p, q] = [test.meanRank[index], test.pTwoSided[index], test.pTwoSidedBH[index]];
    if (meanRank == null || p == null || q == null) return [];
    const rowsWithRate = scores.filter((row) => row[index] !== null);
    const expected = mean(rowsWithRate.map((row) => (row.filter((rate) => rate !== null).length + 1) / 2));
    return [
      {
        category,
        meanRank,
        models: rowsWithRate.length,
        p,
        q,
        significant: q <= alpha,
        stars: starsOf(q),
        direction: meanRank <= expected ? "high" : "low",
      },
    ];
  });
  rows.sort((left, right) => left.meanRank - right.meanRank);
  return {
    ok: true,
    ranking: {
      models,
      categories: names.length,
      permutations: method.kind === "exact" ? null : method.permutations,
      alpha,
      rows,
    },
  };
}

function starsOf(q: number): 0 | 1 | 2 | 3 {
  if (q <= 0.0005) return 3;
  if (q <= 0.005) return 2;
  return q <= 0.05 ? 1 : 0;
}

function sortCategories(names: ReadonlySet<string>): string[] {
  const typologyIds = categories.map((category): string => category.id).filter((id) => names.has(id));
  return [...typologyIds, ...[...names].filter((name) => getCategory(name) === null).sort()];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
