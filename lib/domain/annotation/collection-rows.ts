import type { KsteKind } from "../stories/items/kste-item.ts";
import type { ConstructionTarget } from "./construction.ts";
import type { Pay } from "./pay.ts";
import type { ItemFlag, ItemStatus } from "./task.ts";

/** One generation request and its progress. */
export interface ConstructionBatch {
  batchId: string;
  startedAt: Date;
  /** When the batch ended; null while a part of it is waiting or running. */
  endedAt: Date | null;
  /** Number of requested texts, including those that wait for their story. */
  planned: number;
  made: number;
  failed: number;
  /** Number of texts that are waiting or running. */
  left: number;
  /** Requests to the model, including failed ones, and their cost; null if prices or token counts are missing. */
  calls: number;
  failedCalls: number;
  costUsd: number | null;
  tokens: number;
  budgetUsd: number | null;
  models: string[];
  failures: { step: ConstructionTarget["step"]; from: string; message: string; output: string | null }[];
}

/** An item in the list of its collection. */
export interface ListedItem {
  id: string;
  ordinal: number;
  externalId: string;
  kind: KsteKind;
  genre: string;
  knowledgeType: string | null;
  groupKey: string;
  status: ItemStatus;
  /** Whether the item was accepted together with others, not reviewed individually. */
  isAcceptedTogether: boolean;
  flags: ItemFlag[];
  findings: number;
  copies: number;
  finishedCopies: number;
  /** When someone last worked on a copy; null if no one has. */
  changedAt: Date | null;
}

/** What one person has done in a collection. Time and pay are only shown; they are never a reason to reject work. */
export interface Worker {
  userId: string;
  name: string;
  inHand: number;
  parked: number;
  returned: number;
  finished: number;
  /** Number of finished copies in which this person changed a text. */
  refined: number;
  /** Number of finished copies in which this person only moved marks. */
  marksOnly: number;
  skipped: number;
  /** Items reviewed, and decisions on them. */
  reviews: number;
  decisions: number;
  /** Active time of annotating and reviewing together. */
  activeMs: number;
  /** The part of the active time that was spent on reviewing. */
  reviewMs: number;
  idleMs: number;
  /** Number of paid units: copies judged, independent of their current status, and items decided in review. */
  paidItems: number;
  /** Null if no pay is set. */
  pay: Pay | null;
  /** Active seconds per finished copy; null if there is none. */
  secondsPerItem: number | null;
}
