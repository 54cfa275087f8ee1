import type { ParityDifference } from "../../models/decide-parity.ts";
import type { UncountedPredictions } from "../model/study-results.ts";
import type { DiffPiece } from "./diff-characters.ts";

/**
 * One item under one condition that models and people saw differently. All models with the same stimulus are combined.
 */
export interface ParityStimulus {
  itemVersionId: string;
  item: string;
  /** The kind of the item. */
  kind: string;
  conditionKey: string;
  condition: string;
  shownHash: string;
  /** Whether the content differs. If not, only the texts around the item differ, and no declared pair allows this. */
  isContent: boolean;
  differs: ParityDifference[];
  models: string[];
  answers: number;
  /** Null if only a fingerprint shows what the model was given. */
  pieces: DiffPiece[] | null;
  signed: { id: string; name: string; reason: string; at: Date } | null;
}

/** A model that was shown items of a kind differently from people. */
export interface DifferingModel {
  model: string;
  kind: string;
  items: number;
}

/** The parity of models' answers to a study's items, each counted once for each condition that it is compared with. */
export interface ParityCounts {
  verified: number;
  /** Number of verified answers with different texts around the item, as a declared pair allows. */
  declared: number;
  content: number;
  presentation: number;
  /** Number of answers without a prompt or a fingerprint. */
  unproved: number;
  /** Number of answers with only a fingerprint of another version. */
  otherVersion: number;
  /** Number of answers without a corresponding condition of the study. */
  unmatched: number;
}

export interface ParityPage {
  counts: ParityCounts;
  /** Answers that are not compared yet; null if all are. */
  uncounted: UncountedPredictions | null;
  /** Stimuli with different content that no one has approved. */
  unsigned: number;
  stimuli: ParityStimulus[];
  /** The models of all stimuli that differ, not only of this page. */
  models: DifferingModel[];
  total: number;
  /** The page number, from 1. */
  page: number;
  pages: number;
}

export const stimuliPerPage = 10;
