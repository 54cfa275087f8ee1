import { crowdAccuracy } from "../../statistics/agreement/crowd-accuracy.ts";
import type { ResultCell } from "./cells.ts";

/** The accuracy of the majority of k people, for each k. */
export interface MajorityCurve {
  points: { k: number; accuracy: number; cells: number }[];
}

const mostPeople = 25;

/**
 * Expected accuracy of the majority vote of 1, 2, ... people drawn from those who answered (ties half), on the cells of
 * items with two options; only sizes that every cell with answers can give, so that all points speak of the same cells.
 */
export function majorityCurve(cells: readonly ResultCell[]): MajorityCurve {
  return curveOfCounts(
    cells.flatMap(({ item, vote, correct }) =>
      correct === null || vote.n === 0 || item.options.length !== 2 ? [] : [{ correct, n: vote.n }],
    ),
  );
}

/** The same from how many of a cell's people were right. */
export function curveOfCounts(counts: readonly { correct: number; n: number }[]): MajorityCurve {
  if (counts.length === 0) return { points: [] };
  const counted = counts.map(({ correct, n }) => ({ nTrue: correct, nFalse: n - correct, gold: true }));
  const fewest = counted.reduce((least, { nTrue, nFalse }) => Math.min(least, nTrue + nFalse), mostPeople);
  const { accuracy, nCells } = crowdAccuracy(counted, fewest, "half");
  return {
    points: accuracy.flatMap((value, index) =>
      value === null ? [] : [{ k: index + 1, accuracy: value, cells: nCells[index]! }],
    ),
  };
}

/** How often the majority of k people of a cell is right, over all draws, ties a half; null where fewer answered. */
export function scoreOfMajority({ correct, vote, item }: ResultCell, k: number): number | null {
  return correct === null || item.options.length !== 2 ? null : scoreOfCounts(correct, vote.n, k);
}

/** The same of so many right answers of n. */
export function scoreOfCounts(correct: number, n: number, k: number): number | null {
  if (n < k) return null;
  return crowdAccuracy([{ nTrue: correct, nFalse: n - correct, gold: true }], k, "half").accuracy[k - 1] ?? null;
}

/**
 * The smallest number of people whose majority is at least as accurate as a model; `isBeyond` when no crowd of these
 * people reaches it. Null where nothing can be compared.
 */
export function worthOf(
  { points }: MajorityCurve,
  share: number | null,
): { k: number | null; isBeyond: boolean } | null {
  if (share === null || points.length === 0) return null;
  const first = points.find(({ accuracy }) => accuracy >= share - 1e-12);
  return first ? { k: first.k, isBeyond: false } : { k: null, isBeyond: true };
}
