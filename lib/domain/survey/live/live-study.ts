import type { MarginalCount } from "../design.ts";

/** The data for a study's live figures: its plan, and counters that are updated with each answer. */
export interface LiveStudy {
  /** `conditions` are the IDs of the item's own conditions; absent: all conditions. */
  items: { id: string; label: string; text: string; story: string; conditions?: readonly string[] }[];
  conditions: { id: string; label: string }[];
  /** `target` is the number of sessions of a full group; absent: all groups have the same number. */
  strata: { id: string; label: string; isOpen: boolean; target?: number }[];
  /** The margins of the full study. */
  margins: MarginalCount[];
  itemsPerSession: number;
}

/** Answers that fill a slot, by item and condition; `open` counts the answers of the stratum without a quota. */
export interface CellTally {
  itemVersionId: string;
  conditionId: string;
  filled: number;
  open: number;
}

export interface StratumTally {
  stratumId: string;
  answers: number;
}

/**
 * Number of events at a screen: "shown", "left", or "waiting" (people who wait now). With an empty key: number of
 * sessions by outcome.
 */
export interface SessionTally {
  key: string;
  event: string;
  count: number;
}

export interface TimeTally {
  key: string;
  bucket: number;
  count: number;
}
