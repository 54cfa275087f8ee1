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
  /** A search in items' names, in conditions and in the model's texts. */
  search: string;
  sort: AnswerSort;
  show: AnswerFilter;
  page: number;
  /** The last answer of the previous page of a long run; null for the first page. */
  from: AnswerCursor | null;
}

export const answersPerPage = 30;

/**
 * Maximum number of answers of a run that can be sorted. A longer run is listed by item and searched only by items'
 * names, because sorting would take too long.
 */
export const maxSortedAnswers = 10_000;

/** The position of an answer in the list of its run, used as a cursor. */
export interface AnswerCursor {
  itemVersionId: string;
  condition: string;
  repeat: number;
}

/** A cursor as encoded in a URL. */
export function formatAnswerCursor({ itemVersionId, repeat, condition }: AnswerCursor): string {
  return `${itemVersionId}~${repeat}~${condition}`;
}

/** Parses the cursor in a URL; null if it is missing or invalid. */
export function parseAnswerCursor(text: string): AnswerCursor | null {
  const found = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,9})~(.*)$/s.exec(text);
  if (!found) return null;
  const [, itemVersionId = "", repeat = "", condition = ""] = found;
  return { itemVersionId, condition, repeat: Number(repeat) };
}

/** An answer of a run, as shown in the list of answers. */
export interface ListedAnswer {
  id: string;
  item: string;
  condition: string;
  repeat: number;
  /** The answer, with the labels of the item kind; null if the output is unparsed. */
  answer: string | null;
  /** Whether the answer is correct by the newest key; null if the key is not decisive or the output is unparsed. */
  isRight: boolean | null;
  /** The source of the answer, and the rule by which it was read; null if not stated. */
  from: string | null;
  rule: string | null;
  parity: "verified" | "mismatch" | "unverified";
  /** The beginning of the output; null if no text was stored. */
  output: string | null;
  /** The options for a correction; empty for free text. */
  options: { value: string; label: string }[];
  /** The current option or text; empty if there is none. */
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
   * Number of matches. For a long filtered run, `maxSortedAnswers` means "at least this many" and null means "not
   * counted".
   */
  total: number | null;
  answers: ListedAnswer[];
  /** Whether the run is too long to be sorted. Its pages then use the cursor `next`. */
  isLong: boolean;
  /** Cursor of the next page of a long run; null at its end. */
  next: AnswerCursor | null;
}

/** A model's text from which no answer could be read. */
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

/** Comparison of two runs, restricted to items and conditions that both runs answered. */
export interface RunDifference {
  first: string;
  second: string;
  n: number;
  /** Answers that only one of the two runs gave, or that are about items without a key. */
  unmatched: number;
  /** Number of these answers whose item the other run answered in another version, which is a different question. */
  otherVersions: number;
  bothRight: number;
  firstOnly: number;
  secondOnly: number;
  neither: number;
  /** Difference of accuracies, first run minus second; null if the runs have no answer in common. */
  difference: number | null;
  low: number | null;
  high: number | null;
  /**
   * Why there is no interval, or why the interval does not cover new stories; null if it is the interval that the
   * design requires.
   */
  reason: string | null;
  clusters: number;
  /** The unit of the clusters: stories, or source groups if a group contains several stories. */
  clusterWords: { one: string; many: string };
  /** The t test of the difference, over stories if there are at least five; null if the answers do not vary. */
  clusteredP: number | null;
  /** The p-value over all sign patterns of five to twelve stories; null for other numbers of stories. */
  signPatterns: number | null;
  /** The exact p-value of McNemar's test over items; null if the runs have no answer in common. */
  p: number | null;
  /** The first items on which they differ. */
  items: { item: string; condition: string; first: string | null; second: string | null; isFirstRight: boolean }[];
}
