import type { Category } from "../basics/category.ts";
import { clusterRobustMean, shareLimits } from "../clustered/cluster-robust-mean.ts";
import { minClusters } from "../clustered/clustered-estimate.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { type ItemOutcome, isRightOrWrong } from "./comparison.ts";
import type { JudgedPair } from "./judged-pair.ts";
import { assignTieLetters } from "./tie-groups.ts";

export interface SubjectRow {
  label: string;
  /** Items answered. */
  n: number;
  /** A whole number, unless answers are shares of repeats. */
  correct: number;
  accuracy: number | null;
  low: number | null;
  high: number | null;
  /**
   * The interval: clustered by story; Wilson's without stories or if the clusters do not vary; t over independent items
   * if their answers are shares.
   */
  interval: "clustered" | "wilson" | "items";
  /** The letters of the subject. Subjects that share a letter do not differ significantly. */
  letters: string;
  /** Column indices of the other subjects that share a letter, the best first. */
  tiedWith: number[];
}

/**
 * One row per subject: the accuracy with its interval, and the subjects from which it does not differ significantly.
 */
export function summariseSubjects(
  labels: readonly string[],
  columns: readonly (readonly ItemOutcome[])[],
  clusters: readonly Category[] | null,
  pairs: readonly JudgedPair[],
  confidence: number,
): SubjectRow[] {
  const rows = labels.map((label, subject) => ({
    label,
    ...summariseAccuracy(columns[subject]!, clusters, confidence),
  }));
  const differingPairs = new Set(
    pairs.flatMap(({ a, b, significant }) => (significant ? [`${a} ${b}`, `${b} ${a}`] : [])),
  );
  const differs = (i: number, j: number) => differingPairs.has(`${i} ${j}`);
  const order = [...labels.keys()].sort((i, j) => (rows[j]!.accuracy ?? -1) - (rows[i]!.accuracy ?? -1) || i - j);
  const letters = assignTieLetters(order, differs);
  return rows.map((row, subject) => ({
    ...row,
    letters: letters[subject]!,
    tiedWith: order.filter((other) => other !== subject && !differs(subject, other)),
  }));
}

function summariseAccuracy(column: readonly ItemOutcome[], clusters: readonly Category[] | null, confidence: number) {
  const answeredItems = column.flatMap((answer, item) => (answer === null ? [] : [{ answer: Number(answer), item }]));
  const n = answeredItems.length;
  const correct = answeredItems.reduce((sum, { answer }) => sum + answer, 0);
  const counts = { n, correct, accuracy: n === 0 ? null : correct / n };
  const clustersOfAnswered = clusters && answeredItems.map(({ item }) => clusters[item]!);
  const count = new Set(clustersOfAnswered ?? []).size;
  if (clustersOfAnswered && (count >= minClusters || count === n)) {
    const mean = clusterRobustMean(
      answeredItems.map(({ answer }) => answer),
      clustersOfAnswered,
    );
    const { low, high } = shareLimits(mean, confidence);
    if (low !== null && high !== null) return { ...counts, low, high, interval: "clustered" as const };
  }
  if (!isRightOrWrong(column)) {
    const mean = clusterRobustMean(
      answeredItems.map(({ answer }) => answer),
      null,
    );
    return { ...counts, ...shareLimits(mean, confidence), interval: "items" as const };
  }
  const wilson = wilsonInterval(correct, n, confidence);
  return {
    ...counts,
    low: n === 0 ? null : wilson.low,
    high: n === 0 ? null : wilson.high,
    interval: "wilson" as const,
  };
}
