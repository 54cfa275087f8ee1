import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import type { Parity } from "../../models/decide-parity.ts";

/** The input of a study's results: counts of people's answers, and models' single answers. */
export interface StudyResults {
  conditions: ResultCondition[];
  items: ResultItem[];
  counts: AnswerCount[];
  series: ModelSeries[];
  answers: SeriesAnswer[];
  unmatched: Unmatched;
}

export interface ResultCondition {
  /** Sorted "factor=level" pairs, so that a URL can name it. */
  id: string;
  levels: ConditionLevels;
  /** "no-story · true or false" */
  label: string;
}

export interface ResultItem {
  /** The ID of the item version. */
  id: string;
  /** The item's name in its file. */
  name: string;
  version: number;
  kind: string;
  storyId: string;
  /** The cluster of the item, if it is wider than the story; by default the story. */
  cluster?: ItemCluster;
  storyTitle: string;
  text: string;
  attributes: Readonly<Record<string, string | number | boolean | null>>;
  /** The conditions under which the study asks the item; absent if the study asks it under all conditions. */
  conditionIds?: string[];
  /** The possible answers, in the kind's order. */
  options: { value: string; label: string }[];
  /** Answers that are right according to the key; empty if it is not decisive. */
  rightAnswers: string[];
  /** Null if there is no key. */
  keyVersion: number | null;
}

/** The clusters of items: a story, or a source group (an original, its erroneous versions and its questions). */
export interface ItemCluster {
  kind: "story" | "group";
  id: string;
}

/**
 * Number of answers of complete sessions that a filter includes or excludes; for surplus answers, also the number per
 * session.
 */
export interface SwitchCounts {
  surplus: number;
  surplusSessions: number;
  excluded: number;
  openStratum: number;
}

/** Number of people who gave one answer to one item under one condition. */
export interface AnswerCount {
  itemId: string;
  conditionId: string;
  answerKey: string;
  count: number;
}

/** A model under one prompt condition: a column of the results. */
export interface ModelSeries {
  id: string;
  modelId: string;
  model: string;
  source: string;
  /** Levels beyond the correspondence, as "shots=5"; empty for none. */
  rest: string;
  isDemo: boolean;
  /**
   * Whether its run is newer than the frozen plan that names its model. The series is then exploratory
   * (`markLateRuns`).
   */
  isLate?: boolean;
}

/** A model's answer for one cell of the study. */
export interface SeriesAnswer {
  seriesId: string;
  itemId: string;
  conditionId: string;
  /** The answer of most repeats; null if there is no answer or a tie. */
  answerKey: string | null;
  /** Repeats that gave an answer. */
  repeats: number;
  /** Number of repeats by answer. */
  given: { answerKey: string; count: number }[];
  /** Repeats from which no answer could be read. */
  unparsed: number;
  /** The worst parity result of its repeats. */
  parity: Parity;
  /** The model's own conditions of the answer (`conditionKey`), joined by " or "; omitted if unknown. */
  asked?: string;
  /**
   * An ID that several cells of the item share if the same answers belong to all of them; the answers count once in
   * every n. Omitted for answers of one cell.
   */
  shared?: string;
}

/** Models' answers without a matching cell. They are counted on screen, never dropped silently. */
export interface Unmatched {
  /** Answers to items of the benchmark that the study does not ask. */
  otherItems: number;
  /** Answers to other versions of the study's items. */
  otherVersions: number;
  /**
   * Number of answers per model condition that matches no condition of the study, and the factors that prevent a
   * match.
   */
  conditions: { model: string; condition: string; count: number; factors: string[] }[];
}

export const noUnmatched: Unmatched = { otherItems: 0, otherVersions: 0, conditions: [] };

/** Keys that were changed after answers were given. Results that use such keys were not fixed beforehand. */
export interface LateKeys {
  /** Number of items whose newest key in use is newer than the first answer to the study. */
  items: number;
  /** The newest of those versions. */
  version: number;
  /** When it was saved. */
  savedAt: Date;
}

/**
 * Models' answers that are still being matched and counted in the background; the page shows only the other answers.
 */
export interface UncountedPredictions {
  answers: number;
  runs: number;
  /** Progress from 0 to 1. */
  share: number;
  /** Why the last attempt failed; null if it did not. */
  failed: string | null;
}
