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

export const answerSorts = ["item", "answer", "rule", "parity"] as const;
export type AnswerSort = (typeof answerSorts)[number];
export const answerFilters = ["all", "unparsed", "by-hand"] as const;
export type AnswerFilter = (typeof answerFilters)[number];

export interface AnswerQuery {
  /** Looked for in items' names, in conditions and in what the model wrote. */
  search: string;
  sort: AnswerSort;
  show: AnswerFilter;
  page: number;
  /** The answer after which the page of a long run begins; null for its beginning. */
  from: AnswerCursor | null;
}

export const answersPerPage = 30;

/** A run with more answers is listed by item and looked through by items' names: no one waits for all of it to be sorted. */
export const mostSortedAnswers = 10_000;

/** An answer's place in the list of its run. */
export interface AnswerCursor {
  itemVersionId: string;
  condition: string;
  repeat: number;
}

/** A place as it stands in an address. */
export function formatAnswerCursor({ itemVersionId, repeat, condition }: AnswerCursor): string {
  return `${itemVersionId}~${repeat}~${condition}`;
}

/** The place that an address names; null for none and for one that cannot be read. */
export function parseAnswerCursor(text: string): AnswerCursor | null {
  const found = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,9})~(.*)$/s.exec(text);
  if (!found) return null;
  const [, itemVersionId = "", repeat = "", condition = ""] = found;
  return { itemVersionId, condition, repeat: Number(repeat) };
}

/** One answer of a run as its list shows it. */
export interface ListedAnswer {
  id: string;
  item: string;
  condition: string;
  repeat: number;
  /** In the words of the kind; null where nothing could be read. */
  answer: string | null;
  /** By the newest key; null where it does not decide, or nothing was read. */
  isRight: boolean | null;
  /** What it was read from, and by which rule; null where that is not stated. */
  from: string | null;
  rule: string | null;
  parity: "verified" | "mismatch" | "unverified";
  /** Its beginning; null where no text was stored. */
  output: string | null;
  /** Between what one can choose in correcting it; empty for answers in one's own words. */
  options: { value: string; label: string }[];
  /** The option that stands now, or the words; empty for none. */
  chosen: string;
}

/** A run whose answers are listed. */
export interface AnsweredRun {
  id: string;
  source: string;
  model: { id: string; name: string };
  benchmark: { id: string; name: string };
  canWrite: boolean;
  /** How many match; of a long run under a filter `mostSortedAnswers` means that many or more, and null that no one counts. */
  total: number | null;
  answers: ListedAnswer[];
  /** Whether it is too long to be sorted, so that pages follow each other by `next`. */
  isLong: boolean;
  /** Where the next page of a long run begins; null at its end. */
  next: AnswerCursor | null;
}

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
  /** Why there is no interval, or none for new stories; null when there is what the design asks for. */
  reason: string | null;
  clusters: number;
  /** What the clusters are called: stories, or source groups where one holds several stories. */
  clusterWords: { one: string; many: string };
  /** The t test of the difference, over stories where there are five; null without a spread. */
  clusteredP: number | null;
  /** p over all sign patterns of five to twelve stories; null otherwise. */
  signPatterns: number | null;
  /** McNemar's exact p over items; null without a common answer. */
  p: number | null;
  /** The first items on which they differ. */
  items: { item: string; condition: string; first: string | null; second: string | null; isFirstRight: boolean }[];
}
