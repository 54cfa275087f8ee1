/** An evaluation as lists show it. */
export interface EvaluationRow {
  id: string;
  modelId: string;
  model: string;
  /** The name of what is asked: of the model itself, or of its judge. */
  endpoint: string;
  /** Whether the run's answers are judged instead of asked for. */
  judges: boolean;
  benchmark: string;
  /** The name of its run. */
  source: string;
  /** The conditions that are asked, their prompts among them, as `conditionKey` writes them. */
  conditions: string[];
  state: "preparing" | "running" | "paused" | "done";
  /** Why it was paused; empty where someone did. */
  reason: string;
  limitUsd: number | null;
  spentUsd: number;
  total: number;
  answered: number;
  /** Of the answered ones, those that say nothing plainly. */
  unparsed: number;
  failed: number;
  /** Not asked, because the model did not know the fact. */
  skipped: number;
  createdAt: Date;
  finishedAt: Date | null;
  hasPrices: boolean;
  /** Its background work was given up; it can be resumed. */
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

/** What the rest will cost at the mean price of the answers so far; null before the first, or without prices. */
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

/** What an evaluation is called: its model and run, and its judge where it judges. */
export function evaluationTitle({ model, source, judges, endpoint }: EvaluationRow): string {
  return judges ? `${endpoint} judges ${model}: ${source}` : `${model}: ${source}`;
}
