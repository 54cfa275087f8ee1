import type { ArrivalRules } from "../arrival-rules.ts";
import type { ReasonNotCounted } from "../counted-response.ts";
import type { StudyStage } from "./study-draft.ts";
import type { StudyStatus } from "./study-status.ts";

/** What a study's researchers see of arrivals. */
export interface Arrivals {
  rules: ArrivalRules;
  /** Arrivals that did not fit, by reason and source, and the newest of them. */
  refused: { reason: string; source: string; count: number; lastAt: Date }[];
  /** Sessions whose id differs from another's in case only. */
  caseVariants: number;
  /** Slots that are held and not done. */
  heldSlots: number;
  /** A cap is set, and no arrival's network can be told: no one has named the proxy in front. */
  isCapIdle: boolean;
}

/** One answer with what surrounds it. No recruiter's id is among it. */
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
  /** The answer in the option's own words; null for an erased one. */
  answer: string | null;
  /** Null where the key does not decide or the answer was erased. */
  isCorrect: boolean | null;
  explanation: string | null;
  /** By the server's clock. */
  elapsedMs: number;
  /** As the browser reported; null without JavaScript. */
  visibleMs: number | null;
  focusLosses: number | null;
  outcome: string | null;
  isSurplus: boolean;
  isErased: boolean;
  /** Why it does not count by default; empty when it does. */
  notCounted: ReasonNotCounted[];
  /** `rule`: of the analysis plan; empty for a person's mark. */
  exclusion: { reason: string; note: string; rule: string; by: string; at: Date } | null;
}

/** A session's code and what became of its payment, for those who may read recruiters' ids. */
export interface SessionPayment {
  /** Null until the session ended in a way that gives one. */
  code: string | null;
  paidAt: Date | null;
  /** Null where the person who marked it is gone, or no one did. */
  paidBy: string | null;
  canPay: boolean;
  canWithdraw: boolean;
}

/** One participant's way through a study, as far as it is stored. No recruiter's id is among it. */
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
    earlyAttempts: number;
    /** What was answered there, question by question, in the participants' words. */
    answers: { question: string; answer: string }[];
  }[];
  responses: { id: string; screen: number; position: number; item: string; condition: string; answer: string | null }[];
  events: { at: Date; event: string }[];
}

/** A study on the list. */
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

/** A study before or after another one, as a stage of the same. */
export interface StageLink {
  id: string;
  name: string;
  stage: string;
  status: string;
}

/** Another study of the project, and whether its people may begin this one. */
export interface DeniableStudy {
  id: string;
  name: string;
  stage: string;
  status: string;
  /** Stories that both studies ask about. */
  sharedStories: number;
  /** People of it who have a number, by which alone they can be recognised. */
  people: number;
  isDenied: boolean;
  /** Whether someone, or the opening of the study, has decided it. */
  isDecided: boolean;
}
