import type { BeliefScore } from "../scoring/model-score.ts";

/**
 * Ranks the categories for one observer. Rank 1 is followed most; ties are averaged, as in the ranking of each model. A
 * category without a decided pair has no rank.
 */
export function rankForObserver(score: Pick<BeliefScore, "byCategory">): ReadonlyMap<string, number> {
  const ratedCategories = [...score.byCategory].flatMap(([category, { rate }]) =>
    rate === null ? [] : [{ category, rate }],
  );
  return new Map(
    ratedCategories.map(({ category, rate }) => {
      const higherCount = ratedCategories.filter((other) => other.rate > rate).length;
      const tiedCount = ratedCategories.filter((other) => other.rate === rate).length;
      return [category, higherCount + (tiedCount + 1) / 2];
    }),
  );
}
