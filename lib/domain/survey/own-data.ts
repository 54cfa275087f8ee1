import type { Outcome } from "./protocol.ts";

/** What is stored of one person's visit, in their own language. */
export interface OwnData {
  startedAt: Date;
  endedAt: Date | null;
  outcome: Outcome | null;
  erasedAt: Date | null;
  code: string | null;
  /** Who the recruiter's link said that this is, with everything else that it said, by the names in the link. */
  person: { source: string; number: string; parameters: Readonly<Record<string, string>> } | null;
  /** What the screens were written in; null where the session does not say. */
  language: string | null;
  /** When a researcher marked the session as paid. */
  paidAt: Date | null;
  /** What the recruiter has reported of this submission, in its own words, oldest first. */
  reports: { status: string; code: string | null; at: Date }[];
  /** Whether a keyed hash of the network is stored. */
  hasNetwork: boolean;
  answers: { question: string; answer: string }[];
}
