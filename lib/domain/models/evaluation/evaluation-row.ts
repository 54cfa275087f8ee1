/** An evaluation as shown in lists. */
export interface EvaluationRow {
  id: string;
  modelId: string;
  model: string;
  /** The model that is called: the evaluated model or the judge. */
  endpoint: string;
  /** Whether a judge reads the answers of the run; otherwise answers are requested. */
  judges: boolean;
  benchmark: string;
  /** The name of its run. */
  source: string;
  /** The evaluated conditions with their prompt styles, in the format of `conditionKey`. */
  conditions: string[];
  state: "preparing" | "running" | "paused" | "done";
  /** Why the evaluation was paused; empty if a person paused it. */
  reason: string;
  limitUsd: number | null;
  spentUsd: number;
  total: number;
  answered: number;
  /** Number of answers that could not be parsed. */
  unparsed: number;
  failed: number;
  /** Number of questions that were skipped because the model did not know the fact. */
  skipped: number;
  createdAt: Date;
  finishedAt: Date | null;
  hasPrices: boolean;
  /** Whether the background job failed and is not retried. The evaluation can be resumed. */
  isStranded: boolean;
}

/** Questions that failed for one reason. */
export interface EvaluationFailure {
  reason: string;
  count: number;
}

export const evaluationStateLabels: Readonly<Record<EvaluationRow["state"], string>> = {
  preparing: "preparing",
  running: "running",
  paused: "paused",
  done: "done",
};

/**
 * Estimates the cost of the remaining questions from the mean cost of the answers so far. Null before the first answer
 * or if prices are missing.
 */
export function estimateRemainingUsd({
  total,
  answered,
  failed,
  skipped,
  spentUsd,
  hasPrices,
}: Pick<EvaluationRow, "total" | "answered" | "failed" | "skipped" | "spentUsd" | "hasPrices">): number | null {
  if (answered === 0 || !hasPrices) return null;
  return (spentUsd / answered) * Math.max(0, total - answered - failed - skipped);
}

/** The title of an evaluation: model and run; for a judging also the judge. */
export function formatEvaluationTitle({ model, source, judges, endpoint }: EvaluationRow): string {
  return judges ? `${endpoint} judges ${model}: ${source}` : `${model}: ${source}`;
}
