import {
  type ClusteredEstimate,
  type Clustering,
  clusteredEstimate,
  clusteredShareEstimate,
} from "../../statistics/clustered/clustered-estimate.ts";
import { type EstimateBasis, findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import { wilsonInterval } from "../../statistics/proportions/wilson.ts";
import type { ResultCell } from "./cells.ts";
import type { ItemCluster, ResultItem } from "./study-results.ts";

/** A share of correct answers with its n and interval. */
export interface Share {
  /** An integer, unless ties count as a fraction. */
  correct: number;
  n: number;
  /** The share; null for n = 0. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** The clusters of the interval; null if there is no interval. */
  interval: EstimateBasis | null;
  /** Number of clusters behind the interval; null if it uses none. */
  clusters: number | null;
  /**
   * Why there is no interval, no interval over clusters, or only an approximate interval; null if the interval is what
   * the design requires.
   */
  reason: string | null;
}

/** The clusters of items: stories or source groups. */
export const byStory = { one: "story", many: "stories" } as const;
const bySourceGroup = { one: "source group", many: "source groups" } as const;

/** The cluster of an item; the story if no wider cluster is known. */
export function clusterOf({ cluster, storyId }: Pick<ResultItem, "cluster" | "storyId">): ItemCluster {
  return cluster ?? { kind: "story", id: storyId };
}

/** Values that are correlated within stories, or within source groups if the design has them. */
export function clusteringOf(clusters: readonly ItemCluster[]): Clustering {
  return { ...clusterWords(clusters), ids: clusters.map(({ id }) => id) };
}

/** The name of the clusters of items; all of these clusters are of one kind. */
export function clusterWords(clusters: readonly ItemCluster[]): Pick<Clustering, "one" | "many"> {
  return clusters[0]?.kind === "group" ? bySourceGroup : byStory;
}

/** A share of independent answers (different people, one cell), with its Wilson interval. */
export function wilsonShare(correct: number, n: number): Share {
  const empty = { correct, n, clusters: null };
  if (n === 0) return { ...empty, value: null, low: null, high: null, interval: null, reason: "There are no answers." };
  const { estimate, low, high } = wilsonInterval(correct, n);
  return { ...empty, value: estimate, low, high, interval: "wilson", reason: null };
}

/**
 * The mean score over cells (1 right, 0 wrong, fractions for ties), with an interval over clusters of items. Null
 * scores do not count.
 */
export function shareOfCells(outcomes: readonly { score: number | null; cluster: ItemCluster }[]): Share {
  const scoredOutcomes = outcomes.flatMap(({ score, cluster }) => (score === null ? [] : [{ score, cluster }]));
  const estimate = clusteredEstimate(
    scoredOutcomes.map(({ score }) => score),
    [clusteringOf(scoredOutcomes.map(({ cluster }) => cluster))],
    { range: [0, 1], unit: "cells" },
  );
  return toShare(
    estimate,
    scoredOutcomes.reduce((sum, { score }) => sum + score, 0),
  );
}

/** The share of single answers that are right, over all cells, with an interval over clusters of items, from counts alone. */
export function shareOfPeople(cells: readonly ResultCell[]): Share {
  return shareOfTotals(
    cells.flatMap(({ item, vote, correct }) =>
      correct === null ? [] : [{ correct, n: vote.n, cluster: clusterOf(item) }],
    ),
  );
}

/** A share computed from a count in each cell, with an interval over clusters of items. */
export function shareOfTotals(totals: readonly { correct: number; n: number; cluster: ItemCluster }[]): Share {
  const clusteredTotals = totals.map(({ cluster, ...total }) => ({ ...total, cluster: cluster.id }));
  const estimate = clusteredShareEstimate(clusteredTotals, clusterWords(totals.map(({ cluster }) => cluster)), "cells");
  return toShare(
    estimate,
    clusteredTotals.reduce((sum, { correct }) => sum + correct, 0),
  );
}

/** The share of people in a cell who are right; null without answers or key. */
export function personScore({ correct, vote }: ResultCell): number | null {
  return correct === null || vote.n === 0 ? null : correct / vote.n;
}

function toShare(estimate: ClusteredEstimate, correct: number): Share {
  const { n, value, low, high, basis, clusters } = estimate;
  const reason = estimate.reason ?? findApproximateNote(estimate);
  return { correct, n, value, low, high, interval: basis, clusters: clusters[0]?.count ?? null, reason };
}

/**
 * The accuracy of guessing: one divided by the number of options, if all items have the same number; otherwise null.
 */
export function guessingShare(items: readonly { options: readonly unknown[] }[]): number | null {
  const sizes = new Set(items.map(({ options }) => options.length));
  const [size] = sizes;
  return sizes.size === 1 && size !== undefined && size > 1 ? 1 / size : null;
}
