import type { Parity } from "./decide-parity.ts";

/** A model with its evaluations, as lists show it. */
export interface ModelLine {
  id: string;
  name: string;
  isDemo: boolean;
  runs: ModelRun[];
}

/** One evaluation of a model on a benchmark. */
export interface ModelRun {
  id: string;
  benchmarkId: string;
  benchmark: string;
  source: string;
  at: Date;
  answers: number;
  /** Stored rows whose answer could not be read. */
  withoutAnswer: number;
  items: number;
  /** Conditions, as sorted "factor=level" pairs. */
  conditions: string[];
  parity: Record<Parity, number>;
}
