import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import type { Parity } from "../../models/decide-parity.ts";
import type { StoredPrediction } from "./match-predictions.ts";

/** The count of one answer of a run to one item under one of the run's conditions, with one parity result. */
export interface PredictionCount {
  itemId: string;
  conditionKey: string;
  condition: ConditionLevels;
  /** Null for a text from which no answer could be read. */
  answerKey: string | null;
  /** The parity result for each condition of the study. */
  findings: Readonly<Record<string, Parity>>;
  count: number;
}

/**
 * The stored counts of one run. Every item, condition, answer and parity result is stored once. Each count has five
 * integers: the indices of these four, then the count. A page can therefore read tens of thousands of counts in
 * milliseconds.
 */
export interface PredictionCounts {
  items: string[];
  conditions: { key: string; levels: ConditionLevels }[];
  answers: (string | null)[];
  findings: Record<string, Parity>[];
  cells: number[];
}

const numbersPerCell = 5;

/** Packs the counts of one run for storage. */
export function packCounts(counts: readonly PredictionCount[]): PredictionCounts {
  const [items, conditions, answers, findings] = [
    new ValueIndex(),
    new ValueIndex(),
    new ValueIndex(),
    new ValueIndex(),
  ];
  const cells = counts.flatMap(({ itemId, conditionKey, condition, answerKey, findings: found, count }) => [
    items.of(itemId, itemId),
    conditions.of(conditionKey, { key: conditionKey, levels: condition }),
    answers.of(JSON.stringify(answerKey), answerKey),
    findings.of(JSON.stringify(Object.entries(found).sort()), found),
    count,
  ]);
  return {
    items: items.values as string[],
    conditions: conditions.values as PredictionCounts["conditions"],
    answers: answers.values as (string | null)[],
    findings: findings.values as Record<string, Parity>[],
    cells,
  };
}

/** The stored counts of one run as answers to a study's cells, each with its count. */
export function unpackCounts(
  { items, conditions, answers, findings, cells }: PredictionCounts,
  run: Pick<StoredPrediction, "runId" | "modelId" | "model" | "source" | "isDemo">,
): StoredPrediction[] {
  const findingMaps = findings.map((one) => new Map(Object.entries(one)));
  const predictions: StoredPrediction[] = [];
  for (let at = 0; at < cells.length; at += numbersPerCell) {
    const condition = conditions[cells[at + 1]!]!;
    // Fields are listed explicitly: copying a run with spread syntax takes longer than the rest of the function.
    predictions.push({
      runId: run.runId,
      modelId: run.modelId,
      model: run.model,
      source: run.source,
      isDemo: run.isDemo,
      itemId: items[cells[at]!]!,
      conditionKey: condition.key,
      condition: condition.levels,
      answerKey: answers[cells[at + 2]!]!,
      findings: findingMaps[cells[at + 3]!]!,
      count: cells[at + 4]!,
    });
  }
  return predictions;
}

/** Distinct values in the order of first appearance. */
class ValueIndex {
  readonly values: unknown[] = [];
  private readonly places = new Map<string, number>();

  of(key: string, value: unknown): number {
    const existingIndex = this.places.get(key);
    if (existingIndex !== undefined) return existingIndex;
    this.places.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
