import type { ParityDifference } from "../../models/decide-parity.ts";
import type { UncountedPredictions } from "../model/study-results.ts";
import type { DiffPiece } from "./diff-characters.ts";

/** One item under one condition that models and people saw differently, the same for all models that saw this. */
export interface ParityStimulus {
  itemVersionId: string;
  item: string;
  conditionKey: string;
  condition: string;
  shownHash: string;
  /** Other content; else only other words around it, which no declared pair excuses. */
  isContent: boolean;
  differs: ParityDifference[];
  models: string[];
  answers: number;
  /** Null where only a fingerprint says what the model was shown. */
  pieces: DiffPiece[] | null;
  signed: { id: string; name: string; reason: string; at: Date } | null;
}

/** How models' answers to a study's items stand, each counted once beside each condition that it is compared with. */
export interface ParityCounts {
  verified: number;
  /** Of those, with other words around the item, as a declared pair allows. */
  declared: number;
  content: number;
  presentation: number;
  /** Neither a prompt nor a fingerprint. */
  unproved: number;
  /** Only a fingerprint of another version. */
  otherVersion: number;
  /** Beside no condition of the study. */
  unmatched: number;
}

export interface ParityPage {
  counts: ParityCounts;
  /** What is not compared yet; null when everything is. */
  uncounted: UncountedPredictions | null;
  /** Stimuli with other content that no one has signed for. */
  unsigned: number;
  stimuli: ParityStimulus[];
  total: number;
  /** From 1. */
  page: number;
  pages: number;
}

export const stimuliPerPage = 10;
