import type { Margin } from "../design.ts";

/** What the live figures of a study are drawn from: its plan, and counters that were kept while answers came in. */
export interface LiveStudy {
  items: { id: string; label: string; text: string; story: string }[];
  conditions: { id: string; label: string }[];
  /** `target` is the number of sessions with which a group is full; absent: all groups have the same. */
  strata: { id: string; label: string; isOpen: boolean; target?: number }[];
  /** What the study holds when it is full. */
  margins: Margin[];
  itemsPerSession: number;
}

/** Answers that fill their place, by item and condition; `open` are those of the stratum without a quota. */
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

/** How often something happened at a screen ("shown", "left", "waiting" now), or how often a session ended so (key ""). */
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
