import { scoreOfKey } from "../../items/tied-answer.ts";
import { type Clustering, clusteredShareEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import { chooseClusters } from "./choose-clusters.ts";
import { clusterWords, type Share } from "./share.ts";

/** The count of one answer of a run to an item under a condition. */
export interface RunAnswerCount {
  item: string;
  condition: string;
  /** Null for a text from which no answer could be read. */
  answerKey: string | null;
  count: number;
}

/** The inputs that score a run's answers. */
export interface ScoredItem {
  story: string;
  /** The keys of correct answers; null if the item has no key. */
  rightKeys: readonly string[] | null;
  attributes: Readonly<Record<string, string | number | boolean | null>>;
}

export interface RunScore {
  /**
   * Unparsed answers count as wrong, and a tie of log-probabilities as one half. Answers to items without a key do not
   * count.
   */
  share: Share;
  /** The share of right answers if unparsed answers are excluded, for analysis plans that exclude them. */
  parsed: Share;
  unparsed: number;
  withoutKey: number;
}

export interface RunSlice extends RunScore {
  name: string;
}

/** The clusters of a run's items: stories, or source groups if one contains several stories. */
export interface ScoredClusters extends Pick<Clustering, "one" | "many"> {
  /** By item. */
  ids: ReadonlyMap<string, string>;
}

/** The clusters of the items that runs answered, as on results pages. */
export function clustersOfScored(items: ReadonlyMap<string, ScoredItem>): ScoredClusters {
  const clusters = chooseClusters(
    [...items.values()].map(({ story, attributes }) => ({ storyId: story, attributes })),
    ["story", "group"],
  );
  return { ...clusterWords(clusters), ids: new Map([...items.keys()].map((id, index) => [id, clusters[index]!.id])) };
}

/** The accuracy of a run's answers, with an interval over stories or source groups. */
export function scoreRun(
  answers: readonly RunAnswerCount[],
  items: ReadonlyMap<string, ScoredItem>,
  { ids, one, many }: ScoredClusters = clustersOfScored(items),
): RunScore {
  const cells = new Map<string, RunCell>();
  let unparsedCount = 0;
  let withoutKey = 0;
  for (const { item, condition, answerKey, count } of answers) {
    const scoredItem = items.get(item);
    if (!scoredItem?.rightKeys) {
      withoutKey += count;
      continue;
    }
    if (answerKey === null) unparsedCount += count;
    const key = `${item} ${condition}`;
    const cell = cells.get(key) ?? { correct: 0, n: 0, unparsed: 0, cluster: ids.get(item)! };
    cell.n += count;
    cell.unparsed += answerKey === null ? count : 0;
    cell.correct += scoreOfKey(answerKey, scoredItem.rightKeys) * count;
    cells.set(key, cell);
  }
  const countedCells = [...cells.values()];
  const parsedCells = countedCells.map((cell) => ({ ...cell, n: cell.n - cell.unparsed })).filter(({ n }) => n > 0);
  return {
    share: shareOfRun(countedCells, { one, many }),
    parsed: shareOfRun(parsedCells, { one, many }),
    unparsed: unparsedCount,
    withoutKey,
  };
}

/** The answers to one item under one condition. */
interface RunCell {
  correct: number;
  n: number;
  unparsed: number;
  cluster: string;
}

function shareOfRun(cells: readonly RunCell[], words: Pick<Clustering, "one" | "many">): Share {
  const estimate = clusteredShareEstimate(cells, words, "answers");
  const { n, value, low, high, basis, clusters } = estimate;
  const reason = estimate.reason ?? findApproximateNote(estimate);
  const correct = cells.reduce((sum, cell) => sum + cell.correct, 0);
  return { correct, n, value, low, high, interval: basis, clusters: clusters[0]?.count ?? null, reason };
}

/** The score by group: by condition, or by an attribute of the items. Groups are sorted by name. */
export function sliceRun(
  answers: readonly RunAnswerCount[],
  items: ReadonlyMap<string, ScoredItem>,
  by: { attribute: string } | "condition",
  among: ScoredClusters = clustersOfScored(items),
): RunSlice[] {
  const groups = new Map<string, RunAnswerCount[]>();
  for (const answer of answers) {
    const value = by === "condition" ? answer.condition : items.get(answer.item)?.attributes[by.attribute];
    const name = value === undefined || value === null || value === "" ? "not stated" : String(value);
    const group = groups.get(name);
    if (group) group.push(answer);
    else groups.set(name, [answer]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, ...scoreRun(members, items, among) }))
    .sort((left, right) => left.name.localeCompare(right.name, "en", { numeric: true }));
}

const maxSlices = 30;

/** Attributes that divide the items into two to thirty groups. */
export function sliceableAttributes(items: Iterable<ScoredItem>): string[] {
  const values = new Map<string, Set<string>>();
  for (const { attributes } of items)
    for (const [name, value] of Object.entries(attributes)) {
      const seen = values.get(name) ?? new Set();
      if (seen.size <= maxSlices) seen.add(String(value));
      values.set(name, seen);
    }
  return [...values].filter(([, seen]) => seen.size > 1 && seen.size <= maxSlices).map(([name]) => name);
}
