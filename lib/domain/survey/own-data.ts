import type { Outcome } from "./protocol.ts";

/** The stored data about one person's session, in the person's language. */
export interface ParticipantData {
  startedAt: Date;
  endedAt: Date | null;
  outcome: Outcome | null;
  erasedAt: Date | null;
  code: string | null;
  /** The identity in the recruiter's link, and all its other parameters, by their names in the link. */
  person: { source: string; number: string; parameters: Readonly<Record<string, string>> } | null;
  /** The language of the screens; null if it is not stored. */
  language: string | null;
  /** When a researcher marked the session as paid. */
  paidAt: Date | null;
  /** The recruiter's reports about this submission, in the recruiter's wording, oldest first. */
  reports: { status: string; code: string | null; at: Date }[];
  /** Whether a keyed hash of the network is stored. */
  hasNetwork: boolean;
  answers: { question: string; answer: string }[];
}
