import {
  approximateNote,
  type ClusteredEstimate,
  clusteredEstimate,
  clusteredShareEstimate,
  type EstimateBasis,
} from "../statistics/clustered-estimate.ts";
import { wilsonInterval } from "../statistics/wilson.ts";
import type { ResultCell } from "./cells.ts";

/** A share of right answers with what it rests on. */
export interface Share {
  /** Whole, unless ties count as a part of a point. */
  correct: number;
  n: number;
  /** Null for n = 0. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** What the interval rests on; null without one. */
  interval: EstimateBasis | null;
  /** Clusters behind the interval; null where it rests on none. */
  clusters: number | null;
  /** Why there is no interval, or none over clusters, or one that is approximate; null when there is what the design asks for. */
  reason: string | null;
}

/** How items are alike: those about one story. */
export const byStory = { one: "story", many: "stories" } as const;

/** A share of answers that stand alone (different people, one cell), with its Wilson interval. */
export function wilsonShare(correct: number, n: number): Share {
  const empty = { correct, n, clusters: null };
  if (n === 0) return { ...empty, value: null, low: null, high: null, interval: null, reason: "There are no answers." };
  const { estimate, low, high } = wilsonInterval(correct, n);
  return { ...empty, value: estimate, low, high, interval: "wilson", reason: null };
}

/** The mean score over cells (1 right, 0 wrong, parts for ties), with an interval over stories. Null scores do not count. */
export function shareOfCells(outcomes: readonly { score: number | null; storyId: string }[]): Share {
  const decided = outcomes.flatMap(({ score, storyId }) => (score === null ? [] : [{ score, storyId }]));
  const estimate = clusteredEstimate(
    decided.map(({ score }) => score),
    [{ ...byStory, ids: decided.map(({ storyId }) => storyId) }],
    { range: [0, 1], unit: "cells" },
  );
  return asShare(
    estimate,
    decided.reduce((sum, { score }) => sum + score, 0),
  );
}

/** The share of single answers that are right, over all cells, with an interval over stories, from counts alone. */
export function shareOfPeople(cells: readonly ResultCell[]): Share {
  const counted = cells.flatMap(({ item, vote, correct }) =>
    correct === null ? [] : [{ correct, n: vote.n, cluster: item.storyId }],
  );
  const estimate = clusteredShareEstimate(counted, byStory, "cells");
  return asShare(
    estimate,
    counted.reduce((sum, { correct }) => sum + correct, 0),
  );
}

/** The share of people in a cell who are right; null without answers or key. */
export function personScore({ correct, vote }: ResultCell): number | null {
  return correct === null || vote.n === 0 ? null : correct / vote.n;
}

function asShare(estimate: ClusteredEstimate, correct: number): Share {
  const { n, value, low, high, basis, clusters } = estimate;
  const reason = estimate.reason ?? approximateNote(estimate);
  return { correct, n, value, low, high, interval: basis, clusters: clusters[0]?.count ?? null, reason };
}

/** The share that guessing gets: one over the number of options, where all items offer as many; else null. */
export function guessingShare(items: readonly { options: readonly unknown[] }[]): number | null {
  const sizes = new Set(items.map(({ options }) => options.length));
  const [size] = sizes;
  return sizes.size === 1 && size !== undefined && size > 1 ? 1 / size : null;
}
