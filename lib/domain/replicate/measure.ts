import { type Clustering, clusteredEstimate } from "../statistics/clustered/clustered-estimate.ts";
import type { ReplicatedAnswer, ReplicatedItem, ReplicatedSubject } from "./observation.ts";

/** A value computed from answers, with the number of answers and the 95% interval. */
export interface MeasuredValue {
  /** Null if there are no data; `why` is then the reason, or null for a cell without a meaning. */
  ours: number | null;
  n: number;
  interval: readonly [low: number, high: number] | null;
  why: string | null;
  /**
   * True if no data can give the value. The report then shows the reason, and `missing` does not list the value.
   */
  isOutside?: true;
}

/** A value per answer, and the cluster of its item. */
export interface ClusteredValue {
  value: number;
  cluster: string;
}

/** No value, with the reason. */
export function missingValue(why: string): MeasuredValue {
  return { ours: null, n: 0, interval: null, why };
}

/** No value, with the reason: the paper releases no data for the value, or the rules of the paper exclude it. */
export function unavailableValue(why: string): MeasuredValue {
  return { ...missingValue(why), isOutside: true };
}

/** A cell without a meaning, such as a size that a family of models does not have. */
export const meaninglessValue: MeasuredValue = { ours: null, n: 0, interval: null, why: null };

/** A count without an interval. */
export function countValue(value: number, n = value): MeasuredValue {
  return { ours: value, n, interval: null, why: null };
}

/**
 * The mean of values, with a 95% interval over clusters of items as on results pages. There is no interval if there are
 * too few clusters.
 *
 * @param range bounds of the value; null for a difference
 * @param why the reason to report if there are no values
 */
export function meanOf(
  values: readonly ClusteredValue[],
  why: string,
  range: readonly [number, number] | null = [0, 1],
): MeasuredValue {
  if (values.length === 0) return missingValue(why);
  const clustering: Clustering = {
    one: "source group",
    many: "source groups",
    ids: values.map(({ cluster }) => cluster),
  };
  const { value, low, high } = clusteredEstimate(
    values.map((one) => one.value),
    [clustering],
    { range, unit: "answers" },
  );
  return {
    ours: value,
    n: values.length,
    interval: low === null || high === null ? null : [low, high],
    why: value === null ? why : null,
  };
}

/** An answer with its item. */
export interface AnswerWithItem {
  answer: ReplicatedAnswer;
  item: ReplicatedItem;
}

/** The answers of a subject to known items, with their items. */
export function pairWithItems(
  subject: ReplicatedSubject,
  items: ReadonlyMap<string, ReplicatedItem>,
): readonly AnswerWithItem[] {
  return subject.answers.flatMap((answer) => {
    const item = items.get(answer.item);
    return item ? [{ answer, item }] : [];
  });
}

/** 1 for a correct answer, otherwise 0; an unreadable answer is wrong. Items without a key are excluded. */
export function scoreCorrectness(answers: readonly AnswerWithItem[]): ClusteredValue[] {
  return answers.flatMap(({ answer, item }) =>
    item.rightKeys === null
      ? []
      : [{ value: answer.key !== null && item.rightKeys.includes(answer.key) ? 1 : 0, cluster: item.cluster }],
  );
}

/**
 * The difference of two conditions for each item answered under both: the mean under the second condition minus the
 * mean under the first.
 */
export function pairedDifferences(
  first: readonly (ClusteredValue & { item: string })[],
  second: readonly (ClusteredValue & { item: string })[],
): ClusteredValue[] {
  const [firstMeans, secondMeans] = [meansByItem(first), meansByItem(second)];
  return [...secondMeans].flatMap(([item, { mean, cluster }]) => {
    const firstMean = firstMeans.get(item);
    return firstMean ? [{ value: mean - firstMean.mean, cluster }] : [];
  });
}

function meansByItem(values: readonly (ClusteredValue & { item: string })[]) {
  const sums = new Map<string, { sum: number; n: number; cluster: string }>();
  for (const { item, value, cluster } of values) {
    const previous = sums.get(item) ?? { sum: 0, n: 0, cluster };
    sums.set(item, { sum: previous.sum + value, n: previous.n + 1, cluster });
  }
  return new Map([...sums].map(([item, { sum, n, cluster }]) => [item, { mean: sum / n, cluster }]));
}
