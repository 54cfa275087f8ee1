/** A model as shown in the list of a project. */
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

export const answerSorts = ["item", "answer", "rule", "parity"] as const;
export type AnswerSort = (typeof answerSorts)[number];
export const answerFilters = ["all", "unparsed", "by-hand"] as const;
export type AnswerFilter = (typeof answerFilters)[number];

export interface AnswerQuery {
  /** Searched in items' names, in conditions and in the model's texts. */
  search: string;
  sort: AnswerSort;
  show: AnswerFilter;
  page: number;
  /** The answer after which the page of a long run begins; null for the first page. */
  from: AnswerCursor | null;
}

export const answersPerPage = 30;

/**
 * Maximum number of answers of a run that can be sorted. A longer run is listed by item and searched by items' names,
 * because sorting all of it would take too long.
 */
export const maxSortedAnswers = 10_000;

/** Cursor: an answer's position in the list of its run. */
export interface AnswerCursor {
  itemVersionId: string;
  condition: string;
  repeat: number;
}

/** A cursor as encoded in a URL. */
export function formatAnswerCursor({ itemVersionId, repeat, condition }: AnswerCursor): string {
  return `${itemVersionId}~${repeat}~${condition}`;
}

/** Parses the cursor of a URL; null if it is missing or invalid. */
export function parseAnswerCursor(text: string): AnswerCursor | null {
  const found = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,9})~(.*)$/s.exec(text);
  if (!found) return null;
  const [, itemVersionId = "", repeat = "", condition = ""] = found;
  return { itemVersionId, condition, repeat: Number(repeat) };
}

/** One answer of a run as shown in its list. */
export interface ListedAnswer {
  id: string;
  item: string;
  condition: string;
  repeat: number;
  /** The answer with the labels of the kind; null if none could be parsed. */
  answer: string | null;
  /** Whether the answer is correct by the newest key; null if the key is not decisive, or no answer could be parsed. */
  isRight: boolean | null;
  /** The source of the answer and the rule that read it; null if not stated. */
  from: string | null;
  rule: string | null;
  parity: "verified" | "mismatch" | "unverified";
  /** The beginning of the output; null if no text was stored. */
  output: string | null;
  /** The choices for a correction; empty for free text. */
  options: { value: string; label: string }[];
  /** The current option, or the text; empty for none. */
  chosen: string;
}

/** A run whose answers are listed. */
export interface AnsweredRun {
  id: string;
  source: string;
  model: { id: string; name: string };
  benchmark: { id: string; name: string };
  canWrite: boolean;
  /**
   * Number of matches; for a long filtered run `maxSortedAnswers` means at least that many, and null means not
   * counted.
   */
  total: number | null;
  answers: ListedAnswer[];
  /** Whether it is too long to be sorted, so that pages use the cursor `next`. */
  isLong: boolean;
  /** Cursor of the next page of a long run; null at its end. */
  next: AnswerCursor | null;
}

/** One text of a model from which no answer could be read. */
export interface UnparsedOutput {
  id: string;
  item: string;
  condition: string;
  repeat: number;
  rule: string | null;
  /** The beginning and the end of the output. */
  output: string | null;
  run: string;
}

/** The comparison of two runs on the answers that both gave to one item under one condition. */
export interface RunDifference {
  first: string;
  second: string;
  n: number;
  /** Answers of only one of the two, or to items without a key. */
  unmatched: number;
  /** Number of these whose item the other run answered only in other versions, which are different questions. */
  otherVersions: number;
  bothRight: number;
  firstOnly: number;
  secondOnly: number;
  neither: number;
  /** Difference of accuracies, first minus second; null if there is no common answer. */
  difference: number | null;
  low: number | null;
  high: number | null;
  /**
   * Why there is no interval, or no interval that covers new stories; null if the interval is what the design requires.
   */
  reason: string | null;
  clusters: number;
  /** The name of the clusters: stories, or source groups if one contains several stories. */
  clusterWords: { one: string; many: string };
  /** The t test of the difference, over stories if there are at least five; null if there is no variation. */
  clusteredP: number | null;
  /** p over all sign patterns of five to twelve stories; null otherwise. */
  signPatterns: number | null;
  /** McNemar's exact p over items; null if there is no common answer. */
  p: number | null;
  /** The first items on which they differ. */
  items: { item: string; condition: string; first: string | null; second: string | null; isFirstRight: boolean }[];
}
