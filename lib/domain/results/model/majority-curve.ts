import { formatNumberOf } from "../../format/figures.ts";
import { type CrowdTiePolicy, crowdAccuracy } from "../../statistics/agreement/crowd-accuracy.ts";
import type { ResultCell } from "./cells.ts";
import type { ResultTiePolicy } from "./majority.ts";

/** The accuracy of the majority of k people, for each k. */
export interface MajorityCurve {
  points: { k: number; accuracy: number; cells: number }[];
  /** How a tie of an even k counts. */
  ties: ResultTiePolicy;
}

/** Beyond this size the curve is flat, and its computation grows with the square of the size. */
const maxPeople = 100;

/** The number of people who answered an item with two options, and the number who were right. */
export interface VoteCount {
  correct: number;
  n: number;
  /** Whether “false” is right: the score of a tie that counts as “false”. */
  isFalseRight: boolean;
}

/**
 * Expected accuracy of the majority vote of 1, 2, ... people drawn from those who answered, on the cells of items with two
 * options (`majorityCurveOfCounts`).
 */
export function majorityCurve(cells: readonly ResultCell[], ties: ResultTiePolicy): MajorityCurve {
  return majorityCurveOfCounts(
    cells.filter(isOnMajorityCurve).flatMap((cell) => voteCountOf(cell) ?? []),
    ties,
  );
}

/**
 * The curve from counts alone. Only sizes that every cell supports are included, so that all points use the same cells.
 * If ties are excluded, a cell in which every draw ties is excluded.
 */
export function majorityCurveOfCounts(counts: readonly VoteCount[], ties: ResultTiePolicy): MajorityCurve {
  const fewest = counts.reduce((least, { n }) => Math.min(least, n), maxPeople);
  const scores = counts.map((count) => scoresOfMajorities(count, fewest, ties));
  const points = Array.from({ length: counts.length === 0 ? 0 : fewest }, (_, index) => {
    const cellScores = scores.flatMap((scoresOfCell) => scoresOfCell[index] ?? []);
    return {
      k: index + 1,
      accuracy: cellScores.reduce((sum, score) => sum + score, 0) / cellScores.length,
      cells: cellScores.length,
    };
  });
  return { points: points.filter((point) => point.cells > 0), ties };
}

/** Whether a cell counts in the curve: people answered an item with a key and two options. */
export function isOnMajorityCurve({ item, vote, correct }: ResultCell): boolean {
  return correct !== null && vote.n > 0 && item.options.length === 2;
}

/** The counts of a cell; null if the item has no key or does not have exactly two options. */
export function voteCountOf({ item, vote, correct }: ResultCell): VoteCount | null {
  if (correct === null || item.options.length !== 2) return null;
  return { correct, n: vote.n, isFalseRight: item.rightAnswers.includes("false") };
}

/**
 * The probability over all draws that the majority of k people of a cell is right. Ties of an even k count according to
 * the policy. Null if fewer than k people answered, or if ties are excluded and every draw ties.
 */
export function scoreOfMajority(cell: ResultCell, k: number, ties: ResultTiePolicy = "half"): number | null {
  const count = voteCountOf(cell);
  return count === null ? null : (scoresOfMajorities(count, k, ties)[k - 1] ?? null);
}

/** The probabilities of `scoreOfMajority` for 1 to `maxK` people; the score for k people is at index k - 1. */
function scoresOfMajorities(
  { correct, n, isFalseRight }: VoteCount,
  maxK: number,
  ties: ResultTiePolicy,
): (number | null)[] {
  const scoresWith = (policy: CrowdTiePolicy) =>
    crowdAccuracy([{ nTrue: correct, nFalse: n - correct, gold: true }], maxK, policy).accuracy;
  if (ties === "half") return scoresWith("half");
  if (ties !== "exclude") return scoresWith(ties === "false" && isFalseRight ? "true" : "false");
  const [half, right] = [scoresWith("half"), scoresWith("false")];
  return half.map((score, index) => {
    const rightProbability = right[index] ?? null;
    if (score === null || rightProbability === null) return null;
    const tieProbability = 2 * (score - rightProbability);
    return tieProbability > 1 - 1e-12 ? null : rightProbability / (1 - tieProbability);
  });
}

/**
 * The probability that the majority of k people is right, if `correct` of n people are right; a tie counts as one half.
 */
export function scoreOfCounts(correct: number, n: number, k: number): number | null {
  if (n < k) return null;
  return crowdAccuracy([{ nTrue: correct, nFalse: n - correct, gold: true }], k, "half").accuracy[k - 1] ?? null;
}

/**
 * The majority size that is equivalent to a model. 0 means less than one person; null means that no majority reaches
 * the model.
 */
export interface EquivalentMajoritySize {
  k: number | null;
  isBeyond: boolean;
}

/**
 * The smallest number of people whose majority is at least as accurate as a model; 0 if one person is already more
 * accurate. `isBeyond` is true if no majority of these people reaches the model. Null if no comparison is possible.
 */
export function findEquivalentSize(
  { points }: Pick<MajorityCurve, "points">,
  share: number | null,
): EquivalentMajoritySize | null {
  if (share === null || points.length === 0) return null;
  if (share < points[0]!.accuracy - 1e-12) return { k: 0, isBeyond: false };
  const first = points.find(({ accuracy }) => accuracy >= share - 1e-12);
  return first ? { k: first.k, isBeyond: false } : { k: null, isBeyond: true };
}

/** The equivalent crowd size of a model as text: for the share of the model, and for the limits of its interval. */
export function formatEquivalentMajoritySize(
  curve: Pick<MajorityCurve, "points">,
  share: { value: number | null; low: number | null; high: number | null },
): string {
  const most = curve.points.length;
  const worth = findEquivalentSize(curve, share.value);
  if (!worth) return "nothing to compare";
  const value = formatCrowdSize(worth, most);
  const [low, high] = [findEquivalentSize(curve, share.low), findEquivalentSize(curve, share.high)];
  if (!low || !high) return value;
  const [from, to] = [formatCrowdSize(low, most), formatCrowdSize(high, most)];
  return from === to ? `${value} (95% interval: the same)` : `${value} (95% interval: ${from} to ${to})`;
}

function formatCrowdSize({ k, isBeyond }: EquivalentMajoritySize, most: number): string {
  if (isBeyond || k === null) return `more than ${formatNumberOf(most, "person", "people")}`;
  return k === 0 ? "less than one person" : formatNumberOf(k, "person", "people");
}
