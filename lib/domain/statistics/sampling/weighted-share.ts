import { exactZero, shareLimits } from "../clustered/cluster-robust-mean.ts";
import { minClusters } from "../clustered/clustered-estimate.ts";

/** An answer: a value between 0 and 1, the index of the person, and the story. */
export interface WeightedAnswer {
  value: number;
  person: number;
  story: string;
}

export interface WeightedShare {
  value: number;
  low: number | null;
  high: number | null;
  stories: number;
  /** Why the interval does not generalise to new stories, or why there is no interval; otherwise null. */
  reason: string | null;
}

/**
 * The limits of a weighted mean of people's shares, for new people and new stories: V = V(people) + V(stories) -
 * V(people and stories), where each is G/(G - 1) times the sum over clusters of (sum of w (y - share))^2 (Cameron,
 * Gelbach and Miller 2011, as for unweighted answers). The limits are computed on the logit scale, with t on the
 * smaller number of clusters minus one. V(people) is an argument, because it may account for estimated weights; stories
 * can only increase it. With fewer than five stories, only V(people) is used.
 *
 * @param weights one weight per person; people without answers have no weight
 * @param ofPeople the share, with its standard error over people
 */
export function weightedShare(
  answers: readonly WeightedAnswer[],
  weights: ReadonlyMap<number, number>,
  ofPeople: { share: number; se: number | null },
): WeightedShare {
  const { share, se } = ofPeople;
  const counts = new Map<number, number>();
  for (const { person } of answers) counts.set(person, (counts.get(person) ?? 0) + 1);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const contributions = answers.flatMap(({ value, person, story }) => {
    const weight = weights.get(person);
    const part = weight === undefined ? 0 : (weight / total / counts.get(person)!) * (value - share);
    return weight === undefined ? [] : [{ part, story, both: `${person}/${story}` }];
  });
  const stories = new Set(contributions.map(({ story }) => story)).size;
  const none = { value: share, low: null, high: null, stories };
  if (!se || share <= 0 || share >= 1) return { ...none, reason: "There is no spread." };
  const isEnough = stories >= minClusters;
  const storyVariance = isEnough
    ? varianceOf(contributions, ({ story }) => story) - varianceOf(contributions, ({ both }) => both)
    : 0;
  const error = exactZero(Math.sqrt(se * se + Math.max(0, storyVariance)), 1);
  const df = Math.min(weights.size, isEnough ? stories : weights.size) - 1;
  const reason = isEnough
    ? null
    : `With ${stories} ${stories === 1 ? "story" : "stories"} the interval does not generalise to new stories.`;
  return { ...none, ...shareLimits({ estimate: share, se: error, df }, 0.95), reason };
}

function varianceOf<Part extends { part: number }>(parts: readonly Part[], clusterOf: (part: Part) => string): number {
  const sums = new Map<string, number>();
  for (const one of parts) sums.set(clusterOf(one), (sums.get(clusterOf(one)) ?? 0) + one.part);
  const squares = [...sums.values()].reduce((sum, value) => sum + value * value, 0);
  return sums.size < 2 ? 0 : (sums.size / (sums.size - 1)) * squares;
}
