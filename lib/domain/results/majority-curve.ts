import { crowdAccuracy } from "../statistics/crowd-accuracy.ts";
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
  const counted = cells.flatMap(({ item, vote, correct }) =>
    correct === null || vote.n === 0 || item.options.length !== 2
      ? []
      : [{ nTrue: correct, nFalse: vote.n - correct, gold: true }],
  );
  if (counted.length === 0) return { points: [] };
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
  if (correct === null || vote.n < k || item.options.length !== 2) return null;
  return crowdAccuracy([{ nTrue: correct, nFalse: vote.n - correct, gold: true }], k, "half").accuracy[k - 1] ?? null;
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
