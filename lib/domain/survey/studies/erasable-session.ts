import type { Outcome } from "../protocol.ts";

/** A session that was found for an erasure, and the number of stored values that the erasure removes. */
export interface ErasableSession {
  id: string;
  projectId: string;
  project: string;
  study: { id: string; name: string };
  startedAt: Date;
  /** Null while it is in progress. */
  outcome: Outcome | null;
  /** When it was erased; null if it was not. */
  erasedAt: Date | null;
  /** The study's data are locked: its results will state that answers were erased. */
  isLocked: boolean;
  /** The project requires a second person to confirm the erasure. */
  needsConfirmation: boolean;
  /** When an erasure was requested that has not been decided; null if none was. */
  requestedAt: Date | null;
  values: ErasableValues;
}

/** A request to erase a session that waits for a second person. */
export interface ErasureRequestLine {
  session: ErasableSession;
  reason: string;
  /** Null if the account no longer exists. */
  requestedBy: string | null;
  /** The reader requested it, so someone else must decide. */
  isOwn: boolean;
}

/** Numbers of rows of one session that contain values which an erasure removes. */
export interface ErasableValues {
  /** Answers to items, each revision counted. */
  responses: number;
  /** Screens with answers to other questions; the consent is kept. */
  forms: number;
  /** 1 if the recruiter's ID is stored. */
  ids: number;
  /** The recruiter's reports about the submission. */
  reports: number;
  /** Refused arrivals with the same ID. */
  refusals: number;
  /** Researchers' notes about the session or its answers. */
  notes: number;
}
