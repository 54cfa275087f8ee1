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
  /** Whether the study's data are locked; its results will then state that answers were erased. */
  isLocked: boolean;
  /** Whether the project requires a second person to confirm the erasure. */
  needsConfirmation: boolean;
  /** When an erasure was requested that is not decided yet; null if there is none. */
  requestedAt: Date | null;
  values: ErasableValues;
}

/** A request to erase a session, which waits for a second person. */
export interface ErasureRequestLine {
  session: ErasableSession;
  reason: string;
  /** Null if the account no longer exists. */
  requestedBy: string | null;
  /** Whether the reader requested the erasure, so that someone else must decide. */
  isOwn: boolean;
}

/** Numbers of rows of one session that contain values which an erasure removes. */
export interface ErasableValues {
  /** Number of answers to items; each revision is counted. */
  responses: number;
  /** Number of screens with answers to other questions; the consent is kept. */
  forms: number;
  /** 1 if the recruiter's ID is stored. */
  ids: number;
  /** Number of the recruiter's reports about the submission. */
  reports: number;
  /** Number of refused arrivals with the same ID. */
  refusals: number;
  /** Number of researchers' notes about the session or its answers. */
  notes: number;
}
