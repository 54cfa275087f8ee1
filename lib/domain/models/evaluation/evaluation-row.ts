/** An evaluation as shown in lists. */
export interface EvaluationRow {
  id: string;
  modelId: string;
  model: string;
  /** The name of the model that is called: the evaluated model, or its judge. */
  endpoint: string;
  /** Whether the run's answers are judged instead of requested. */
  judges: boolean;
  benchmark: string;
  /** The name of its run. */
  source: string;
  /** The evaluated conditions, including their prompts, as written by `conditionKey`. */
  conditions: string[];
  state: "preparing" | "running" | "paused" | "done";
  /** Why it was paused; empty if a person paused it. */
  reason: string;
  limitUsd: number | null;
  spentUsd: number;
  total: number;
  answered: number;
  /** Number of answers that could not be parsed. */
  unparsed: number;
  failed: number;
  /** Skipped because the model did not know the fact. */
  skipped: number;
  createdAt: Date;
  finishedAt: Date | null;
  hasPrices: boolean;
  /** Whether its background job failed for good; the evaluation can be resumed. */
  isStranded: boolean;
}

/** Questions that failed for the same reason. */
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
 * Estimated cost of the remaining questions at the mean price of the answers so far; null before the first, or if
 * prices are missing.
 */
export function projectedUsd({
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

/** The name of an evaluation: its model and run, and its judge if it is a judging. */
export function evaluationTitle({ model, source, judges, endpoint }: EvaluationRow): string {
  return judges ? `${endpoint} judges ${model}: ${source}` : `${model}: ${source}`;
}
