import type { ArrivalRules } from "../arrival-rules.ts";
import type { AnswerFlag } from "../cleaning/fold-flags.ts";
import type { ScreenProcess } from "../cleaning/screen-process.ts";
import type { ReasonNotCounted } from "../counted-response.ts";
import type { StudyStage } from "./study-draft.ts";
import type { StudyStatus } from "./study-status.ts";

/** A study's arrivals as shown to its researchers. */
export interface Arrivals {
  rules: ArrivalRules;
  /** Rejected arrivals, by reason and source, and the newest of them. */
  refused: { reason: string; source: string; count: number; lastAt: Date }[];
  /** Number of sessions whose ID differs from another ID only in case. */
  caseVariants: number;
  /** Slots that are reserved and not done. */
  heldSlots: number;
  /** Whether a limit per network is set although networks are unknown because no proxy is configured. */
  isCapIdle: boolean;
}

/** One answer with its context. It contains no recruiter's ID. */
export interface ResponseLine {
  id: string;
  sessionId: string;
  savedAt: Date;
  item: { id: string; label: string; story: string; text: string };
  condition: string;
  stratum: string;
  stage: string;
  position: number;
  revision: number;
  /** The answer, as the text of its option; null if it is erased. */
  answer: string | null;
  /** Null if the key is not decisive or the answer was erased. */
  isCorrect: boolean | null;
  explanation: string | null;
  /** The cleaning rules that flag the answer (lib/domain/survey/cleaning/cleaning-rules.ts). */
  flags: string[];
  /** By the server's clock. */
  elapsedMs: number;
  /** As reported by the browser; null without JavaScript. */
  visibleMs: number | null;
  focusLosses: number | null;
  outcome: string | null;
  isSurplus: boolean;
  isErased: boolean;
  /** Why the answer does not count by default; empty if it counts. */
  notCounted: ReasonNotCounted[];
  /** `rule`: the rule of the analysis plan; empty for an exclusion by a person. */
  exclusion: { reason: string; note: string; rule: string; isPlanned: boolean; by: string; at: Date } | null;
}

/** A session's code and payment status, for users who may see recruiters' IDs. */
export interface SessionPayment {
  /** The code; null until the session ended with an outcome that has a code. */
  code: string | null;
  paidAt: Date | null;
  /** Who marked the session as paid; null if it is not marked, or if that account was deleted. */
  paidBy: string | null;
  canPay: boolean;
  canWithdraw: boolean;
}

/** The stored data about one participant's session. It contains no recruiter's ID. */
export interface SessionTimeline {
  id: string;
  stage: string;
  stratum: string | null;
  outcome: string | null;
  isSurplus: boolean;
  startedAt: Date;
  lastSeenAt: Date;
  endedAt: Date | null;
  erasedAt: Date | null;
  protocol: { version: number; hash: string };
  screens: {
    screen: number;
    key: string;
    shownAt: Date;
    leftAt: Date | null;
    visibleMs: number | null;
    focusLosses: number | null;
    /** How the fields were filled in, as the browser reported; null without JavaScript. */
    process: ScreenProcess | null;
    earlyAttempts: number;
    /** The answers, question by question, in the participant's language. */
    answers: { question: string; answer: string }[];
  }[];
  responses: {
    id: string;
    screen: number;
    position: number;
    item: string;
    condition: string;
    answer: string | null;
    flags: Omit<AnswerFlag, "response">[];
    /** The current exclusion; null for none. */
    exclusion: { isPlanned: boolean; reason: string } | null;
  }[];
  /** The questions that were not asked in this session because of earlier answers. */
  notAsked: string[];
  events: { at: Date; event: string }[];
}

/** A study in the list. */
export interface StudyLine {
  id: string;
  slug: string;
  name: string;
  description: string;
  status: StudyStatus;
  stage: StudyStage | "preview";
  isDemo: boolean;
  benchmarkId: string;
  benchmark: string;
  createdAt: Date;
  /** Slots of the groups with a quota. */
  filled: number;
  slots: number;
  finished: number;
}

/** The previous or next stage of a study. */
export interface StageLink {
  id: string;
  name: string;
  stage: string;
  status: string;
}

/** Another study of the project, and whether its participants may take part in this one. */
export interface ExcludableStudy {
  id: string;
  name: string;
  stage: string;
  status: string;
  /** Stories that both studies use. */
  sharedStories: number;
  /** Number of participants with an ID; only these can be recognised. */
  people: number;
  isDenied: boolean;
  /** Whether a user, or the opening of the study, has decided whether they may take part. */
  isDecided: boolean;
}
