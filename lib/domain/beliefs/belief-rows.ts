/** A benchmark of expressions on the list. */
export interface BeliefBenchmarkLine {
  id: string;
  name: string;
  description: string;
  isDemo: boolean;
  /** Facts that it is made from; null where its items came from elsewhere. */
  facts: number | null;
  expressions: number;
  models: number;
  /** People who finished a study about it. */
  people: number;
}

/** How far the making of a benchmark's expressions is. */
export interface Expansion {
  state: "waiting" | "running" | "done" | "dead";
  facts: number;
  expressions: number;
  /** Expressions that could not be made, with the reasons of the first ones. */
  refused: number;
  refusals: { category: string; message: string }[];
  lastError: string | null;
}
