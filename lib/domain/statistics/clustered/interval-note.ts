/**
 * The basis of an interval: clusters of one kind, of two kinds, single values treated as independent, or, without
 * variation, Wilson's limits for as many independent answers as there are clusters.
 */
export type EstimateBasis = "clusters" | "two-way" | "items" | "wilson";

/**
 * Below this number of clusters an interval is called approximate: with five to ten stories, 93 to 99% of nominal 95%
 * intervals of shares and differences covered the true value in 1,000 simulated studies each (`npm run bench:coverage`,
 * seed in its output; `docs/statistics.md`). With ten stories or more it was 93.7 to 98.2%, at accuracies up to 0.98.
 */
export const approximateBelow = 10;

/** Whether an interval over clusters must be called approximate. */
export function isApproximate(basis: EstimateBasis | null, clusters: number): boolean {
  return basis === "clusters" && clusters < approximateBelow;
}

/**
 * Below this number of wrong, or of right, answers of the compared model, the interval of a difference is approximate:
 * the spread of the model's answers is then nearly unknown, whatever the number of stories and people. 65 to 96% of
 * such intervals covered the true difference, and 93 to 98% of the other intervals (7 to 40 stories of 1 to 8 items,
 * `npm run bench:coverage`).
 */
export const minRarerAnswers = 5;

/** How often the rarer of right and wrong occurs among the scores of one observer, such as a model, from 0 to 1. */
export function countRarer(scores: readonly number[]): number {
  const right = scores.reduce((sum, score) => sum + score, 0);
  return Math.min(right, scores.length - right);
}

/**
 * The note beside an approximate interval, with its simulated coverage; null if there is no interval or it is not
 * approximate.
 */
export function approximateNote({
  basis,
  clusters,
  rarer,
}: {
  basis: EstimateBasis | null;
  clusters: readonly { count: number }[];
  rarer?: number | undefined;
}): string | null {
  if (basis !== null && rarer !== undefined && rarer < minRarerAnswers)
    return `Approximate: with fewer than ${minRarerAnswers} wrong (or right) answers of the model, 65 to 96% of such intervals contain the true difference.`;
  return isApproximate(basis, clusters[0]?.count ?? 0)
    ? "Approximate: 93 to 99% of such intervals contain the true value."
    : null;
}

/** What a reader of an estimate must know about its interval: why there is none, and whether it is approximate. */
export function intervalNote(
  estimate: Parameters<typeof approximateNote>[0] & { reason: string | null },
): string | null {
  return [estimate.reason, approximateNote(estimate)].filter((note) => note !== null).join(" ") || null;
}
