import type { KsteKind } from "../stories/items/kste-item.ts";
import type { ConstructionTarget } from "./construction.ts";
import type { Pay } from "./pay.ts";
import type { ItemFlag, ItemStatus } from "./task.ts";

/** One request to make items, and how far it is. */
export interface ConstructionBatch {
  batchId: string;
  startedAt: Date;
  /** Null once nothing of it waits or runs. */
  endedAt: Date | null;
  /** Texts asked for, those that wait for their story included. */
  planned: number;
  made: number;
  failed: number;
  /** Waiting or running. */
  left: number;
  /** Requests to the model, failed ones included, and what they cost; null where prices or counts are missing. */
  calls: number;
  failedCalls: number;
  costUsd: number | null;
  tokens: number;
  budgetUsd: number | null;
  models: string[];
  failures: { step: ConstructionTarget["step"]; from: string; message: string; output: string | null }[];
}

/** An item on the list of its collection. */
export interface ListedItem {
  id: string;
  ordinal: number;
  externalId: string;
  kind: KsteKind;
  genre: string;
  knowledgeType: string | null;
  groupKey: string;
  status: ItemStatus;
  flags: ItemFlag[];
  findings: number;
  copies: number;
  finishedCopies: number;
  /** When someone last worked on a copy; null while no one has. */
  changedAt: Date | null;
}

/** What one person has done in a collection. Time and pay are shown and never a reason to reject anything. */
export interface Worker {
  userId: string;
  name: string;
  inHand: number;
  parked: number;
  returned: number;
  finished: number;
  /** Of them with a text that this person changed. */
  refined: number;
  /** Of them where this person only moved marks. */
  marksOnly: number;
  skipped: number;
  /** Items reviewed, and decisions on them. */
  reviews: number;
  decisions: number;
  /** Annotating and reviewing together. */
  activeMs: number;
  /** Of it, reviewing. */
  reviewMs: number;
  idleMs: number;
  /** Copies judged, whatever became of them since, and items decided in review: what pay by the item counts. */
  paidItems: number;
  /** Null where no pay is set. */
  pay: Pay | null;
  /** Active seconds a finished copy; null without one. */
  secondsPerItem: number | null;
}
