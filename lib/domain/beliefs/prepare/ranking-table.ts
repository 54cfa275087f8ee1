import { formatCount } from "../../format/figures.ts";
import type { RankedCategory, Ranking } from "../scoring/rank.ts";
import { categoryLabel, dimensions, getCategory } from "../typology.ts";

/** One line of the persuasiveness ranking, most persuasive first. */
export interface RankingRow extends RankedCategory {
  label: string;
  dimension: string | null;
  dimensionLabel: string;
  /** One to three asterisks; empty if the rank is not significant. */
  starText: string;
}

export interface RankingTable {
  rows: RankingRow[];
  models: string[];
  /** Expected mean rank under chance if all categories are present. */
  expected: number;
  /** Method used for p, for a caption. */
  method: string;
  alpha: number;
}

/** Formats a ranking for display: labels, stars and the expected rank under chance. */
export function prepareRanking(ranking: Ranking): RankingTable {
  return {
    rows: ranking.rows.map((row) => {
      const category = getCategory(row.category);
      return {
        ...row,
        label: categoryLabel(row.category),
        dimension: category?.dimension ?? null,
        dimensionLabel: dimensions.find(({ id }) => id === category?.dimension)?.label ?? "",
        starText: row.significant ? "*".repeat(row.stars) : "",
      };
    }),
    models: ranking.models,
    expected: (ranking.categories + 1) / 2,
    method:
      ranking.permutations === null
        ? "exact permutation distribution"
        : `${formatCount(ranking.permutations)} random permutations`,
    alpha: ranking.alpha,
  };
}
