import { seededRandom } from "../../random.ts";
import { type Ranking, rankCategories } from "../scoring/rank.ts";
import { prepareHeatmap } from "./heatmap.ts";
import type { Observer } from "./observer.ts";
import type { BeliefQuery } from "./view-query.ts";

/** Number of permutations, as in the paper. */
const permutations = 5_000;

/**
 * The persuasiveness ranking over the included models. Cells with too few decided pairs are excluded, as in the
 * heatmap. Null if no model has a cell to rank. The permutation test has a fixed seed, so that a page always shows the
 * same result.
 *
 * @param among all models, only base models, or only instruct models
 */
export function rankModels(
  observers: readonly Observer[],
  minPairs: number,
  test: "exact" | "monte-carlo",
  among: BeliefQuery["among"] = "all",
): Ranking | null {
  const models = observers.filter(
    ({ side, profile, score }) => side === "models" && score.enters && (among === "all" || profile?.tuning === among),
  );
  const heatmap = prepareHeatmap(
    models.map(({ score }) => score),
    minPairs,
  );
  const rowsWithPairs = heatmap.cells.filter((row) => row.some(({ pairs }) => pairs > 0));
  const cells = rowsWithPairs.flatMap((row) =>
    row.map(({ observer, category, state, rate }) => ({
      model: observer,
      category,
      rate: state === "value" ? rate : null,
    })),
  );
  const result = rankCategories(
    cells,
    test === "exact"
      ? { kind: "exact" }
      : { kind: "monte-carlo", permutations, random: seededRandom("parallax/ranking") },
  );
  return result.ok ? result.ranking : null;
}
