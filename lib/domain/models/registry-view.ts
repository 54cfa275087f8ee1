/** A model as the list of a project shows it. */
export interface ListedModel {
  id: string;
  name: string;
  isDemo: boolean;
  isArchived: boolean;
  facts: Record<string, string>;
  runs: number;
  answers: number;
  unparsed: number;
}

export const modelSorts = ["name", "family", "size", "released", "answers"] as const;
export type ModelSort = (typeof modelSorts)[number];

export interface ModelQuery {
  search: string;
  sort: ModelSort;
  page: number;
  isArchived: boolean;
}

export const modelsPerPage = 50;

/** One text of a model from which no answer could be read. */
export interface UnparsedOutput {
  id: string;
  item: string;
  condition: string;
  repeat: number;
  rule: string | null;
  /** Its beginning and its end. */
  output: string | null;
  run: string;
}

/** Two runs on the answers that both gave to one item under one condition. */
export interface RunDifference {
  first: string;
  second: string;
  n: number;
  /** Answers of only one of the two, or to items without a key. */
  unmatched: number;
  /** Those of them whose item the other run answered in other versions only, which are other questions. */
  otherVersions: number;
  bothRight: number;
  firstOnly: number;
  secondOnly: number;
  neither: number;
  /** Of accuracies, first less second; null without a common answer. */
  difference: number | null;
  low: number | null;
  high: number | null;
  clusters: number;
  /** McNemar's exact p over items; null without a common answer. */
  p: number | null;
  /** The first items on which they differ. */
  items: { item: string; condition: string; first: string | null; second: string | null; isFirstRight: boolean }[];
}
