import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import type { Parity } from "../../models/decide-parity.ts";
import type { DataState } from "../plan/data-state.ts";
import type { StoredPlan } from "../plan/plan-record.ts";
import type { Correspondence } from "./correspondence.ts";

/** Everything that a study's results are computed from: counts of people's answers, and models' single answers. */
export interface StudyResults {
  conditions: ResultCondition[];
  items: ResultItem[];
  counts: AnswerCount[];
  series: ModelSeries[];
  answers: SeriesAnswer[];
  unmatched: Unmatched;
}

export interface ResultCondition {
  /** Sorted "factor=level" pairs, so that an address can name it. */
  id: string;
  levels: ConditionLevels;
  /** "no-story · true or false" */
  label: string;
}

export interface ResultItem {
  /** Of the item version. */
  id: string;
  /** The item's name in its file. */
  name: string;
  version: number;
  kind: string;
  storyId: string;
  /** What answers to the item are alike within, where it is wider than the story; left out: the story. */
  cluster?: ItemCluster;
  storyTitle: string;
  text: string;
  attributes: Readonly<Record<string, string | number | boolean | null>>;
  /** What can be answered, in the kind's order. */
  options: { value: string; label: string }[];
  /** Answers that the key calls right; empty where it decides nothing. */
  rightAnswers: string[];
  /** Null where there is no key. */
  keyVersion: number | null;
}

/** What items are alike within: a story, or a source group (an original, its erroneous versions and its questions). */
export interface ItemCluster {
  kind: "story" | "group";
  id: string;
}

/** Answers of complete sessions that a switch is about; surplus ones in sessions, too. */
export interface CountedStandings {
  surplus: number;
  surplusSessions: number;
  excluded: number;
  openStratum: number;
}

/** How many people gave one answer to one item under one condition. */
export interface AnswerCount {
  itemId: string;
  conditionId: string;
  answerKey: string;
  count: number;
}

/** A model under one way of asking it: a column of the results. */
export interface ModelSeries {
  id: string;
  modelId: string;
  model: string;
  source: string;
  /** Levels beyond the correspondence, as "shots=5"; empty for none. */
  rest: string;
  isDemo: boolean;
}

/** A model's answer beside one cell of the study. */
export interface SeriesAnswer {
  seriesId: string;
  itemId: string;
  conditionId: string;
  /** The answer that most of its repeats gave; null without an answer or with a tie. */
  answerKey: string | null;
  /** Repeats that gave an answer. */
  repeats: number;
  /** How many repeats gave which answer. */
  given: { answerKey: string; count: number }[];
  /** Repeats from which no answer could be read. */
  unparsed: number;
  /** The worst of its repeats. */
  parity: Parity;
  /** The model's own conditions behind it (`conditionKey`), joined by " or "; left out where they are not known. */
  asked?: string;
  /**
   * Where the very same answers are also beside other conditions of the item: a name that is equal in all of these cells.
   * They are then one answer in every n. Left out for answers of one cell.
   */
  shared?: string;
}

/** Models' answers that stand beside nothing. They are counted on screen, never dropped in silence. */
export interface Unmatched {
  /** To items of the benchmark that the study does not ask. */
  otherItems: number;
  /** To other versions of the study's items. */
  otherVersions: number;
  /** Under conditions that no condition of the study corresponds to, with the factors that stand in the way. */
  conditions: { model: string; condition: string; count: number; factors: string[] }[];
}

export const noUnmatched: Unmatched = { otherItems: 0, otherVersions: 0, conditions: [] };

/** Keys changed after answers were given: a result under them was not fixed beforehand. */
export interface LateKeys {
  /** Items whose newest key in use is younger than the first answer to the study. */
  items: number;
  /** The newest of those versions. */
  version: number;
  /** When it was saved. */
  savedAt: Date;
}

/** Answers of models that are being compared and counted in the background, so that a page shows the others only. */
export interface UncountedPredictions {
  answers: number;
  runs: number;
  /** How far the work is, 0 to 1. */
  share: number;
  /** Why the last attempt came to nothing; null when it did not. */
  failed: string | null;
}

/** A study's results with what a page says about them. */
export interface StudyResultsPage {
  study: {
    id: string;
    projectId: string;
    slug: string;
    name: string;
    status: "draft" | "open" | "paused" | "closed";
    isDemo: boolean;
    benchmarkId: string;
    benchmark: string;
    itemsPerSession: number;
    canWrite: boolean;
  };
  results: StudyResults;
  /** The stage shown, and all that have answers. */
  stage: string;
  stages: string[];
  /** Which data are shown, and how far their collection is. */
  data: DataState;
  /** What each switch of the page lets in or leaves out, of this stage. */
  standings: CountedStandings;
  /** All versions of keys that could score these items. */
  keyVersions: number[];
  /** Keys that were saved after the first answer to their item; null when none was. */
  lateKeys: LateKeys | null;
  /** The analysis plan that someone saved for the study; null where no one did. */
  plan: StoredPlan | null;
  correspondence: Correspondence;
  /** Whether the study declares it itself. */
  isCorrespondenceDeclared: boolean;
  /** Stimuli that models and people saw differently and that no one has signed for. */
  unsignedMismatches: number;
  /** What of the models' answers is not among the results yet; null when all of them are. */
  uncounted: UncountedPredictions | null;
}
