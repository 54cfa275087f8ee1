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
  /** When the session was erased; null if it was not. */
  erasedAt: Date | null;
  /** Whether the study's data are locked; its results will then state that answers were erased. */
  isLocked: boolean;
  /** Whether the project requires a second person to confirm the erasure. */
  needsConfirmation: boolean;
  /** When a pending request for erasure was made; null if there is none. */
  requestedAt: Date | null;
  values: ErasableValues;
}

/** A request to erase a session, which a second person must decide. */
export interface ErasureRequestLine {
  session: ErasableSession;
  reason: string;
  /** Null if the account no longer exists. */
  requestedBy: string | null;
  /** Whether the reader made the request, so that someone else must decide. */
  isOwn: boolean;
}

/** By kind of row, the number of rows of one session with values that an erasure removes. */
export interface ErasableValues {
  /** Number of answers to items; each revision is counted. */
  responses: number;
  /** Number of screens with answers to other questions; the consent itself is kept. */
  forms: number;
  /** 1 if the recruiter's ID is stored. */
  ids: number;
  /** Number of the recruiter's reports about the submission. */
  reports: number;
  /** Number of rejected arrivals with the same ID. */
  refusals: number;
  /** Number of researchers' notes about the session or its answers. */
  notes: number;
}
