/**
 * The basis of an interval: clusters of one kind, clusters of two kinds, single values that are treated as independent,
 * or (without variation) Wilson's limits with the number of clusters as sample size.
 */
export type EstimateBasis = "clusters" | "two-way" | "items" | "wilson";

/**
 * Minimum number of clusters; an interval over fewer clusters is called approximate. With five to ten stories, nominal
 * 95% intervals of shares and differences covered the true value in 93 to 99% of 1,000 simulated studies each (`npm run
 * bench:coverage`, seed in its output; `docs/statistics.md`). With ten stories or more they covered it in 93.7 to
 * 98.2%, at accuracies up to 0.98.
 */
export const approximateBelow = 10;

/** Whether an interval over clusters must be called approximate. */
export function isApproximate(basis: EstimateBasis | null, clusters: number): boolean {
  return basis === "clusters" && clusters < approximateBelow;
}

/**
 * Minimum number of wrong (or right) answers of the compared model; with fewer, the interval of a difference is
 * approximate. The spread of the model's answers is then nearly unknown, whatever the number of stories and people.
 * Such intervals covered the true difference in 65 to 96% of simulated studies, other intervals in 93 to 98% (7 to 40
 * stories of 1 to 8 items, `npm run bench:coverage`).
 */
export const minRarerAnswers = 5;

/** The number of right or of wrong answers of one observer, whichever is smaller. Scores are from 0 to 1. */
export function countRarer(scores: readonly number[]): number {
  const right = scores.reduce((sum, score) => sum + score, 0);
  return Math.min(right, scores.length - right);
}

/**
 * The note next to an approximate interval, with its simulated coverage; null if there is no interval or if the
 * interval is not approximate.
 */
export function findApproximateNote({
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

/** What readers must know about the interval of an estimate: why there is none, or that it is approximate. */
export function findIntervalNote(
  estimate: Parameters<typeof findApproximateNote>[0] & { reason: string | null },
): string | null {
  return [estimate.reason, findApproximateNote(estimate)].filter((note) => note !== null).join(" ") || null;
}
