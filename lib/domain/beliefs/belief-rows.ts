/** A benchmark of expressions in the list. */
export interface BeliefBenchmarkLine {
  id: string;
  name: string;
  description: string;
  isDemo: boolean;
  /** Facts that it is generated from; null if its items came from elsewhere. */
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
  /** Number of expressions that could not be generated, with the reasons of the first ones. */
  refused: number;
  refusals: { category: string; message: string }[];
  lastError: string | null;
}
