/** A benchmark of expressions of belief in the list of benchmarks. */
export interface BeliefBenchmarkLine {
  id: string;
  name: string;
  description: string;
  isDemo: boolean;
  /** Number of facts from which the items were generated; null if the items were imported. */
  facts: number | null;
  expressions: number;
  models: number;
  /** People who finished a study about it. */
  people: number;
}

/** Progress of generating a benchmark's expressions. */
export interface Expansion {
  state: "waiting" | "running" | "done" | "dead";
  facts: number;
  expressions: number;
  /** Number of expressions that could not be generated, with the reasons for the first of them. */
  refused: number;
  refusals: { category: string; message: string }[];
  lastError: string | null;
}
