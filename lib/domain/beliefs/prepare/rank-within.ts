import type { BeliefScore } from "../scoring/model-score.ts";

/**
 * One observer's ranks of the categories: 1 = followed most, ties averaged, as within each model of the ranking. A
 * category without a decided pair has no rank.
 */
export function rankWithin(score: Pick<BeliefScore, "byCategory">): ReadonlyMap<string, number> {
  const ratedCategories = [...score.byCategory].flatMap(([category, { rate }]) =>
    rate === null ? [] : [{ category, rate }],
  );
  return new Map(
    ratedCategories.map(({ category, rate }) => {
      const higherCount = ratedCategories.filter((other) => other.rate > rate).length;
      const tied = ratedCategories.filter((other) => other.rate === rate).length;
      return [category, higherCount + (tied + 1) / 2];
    }),
  );
}
