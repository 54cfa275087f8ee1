import type { Answer } from "@/lib/domain/items/item.ts";
import type { ScreenProcess } from "@/lib/domain/survey/cleaning/screen-process.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import type { TimeOption } from "@/lib/domain/survey/time-limit.ts";
import type { Playback } from "@/lib/domain/tasks/screens/playback.ts";

/**
 * One step of one session, decided by `lib/domain/survey/session.ts` and checked again against the stored state when it
 * is written.
 */
export interface SessionStep {
  tokenHash: string;
  studyId: string;
  /**
   * The protocol version whose screens and rules decided the step. A session with any other protocol is not changed.
   */
  protocolVersionId: string;
  /** The screen that the participant leaves, and its minimum display time. */
  screen: number;
  screenKey: string;
  dwellMs: number;
  /**
   * The screen shown next, or the exit with which the session ends; null if the session ends without an exit.
   * `position` is the position of the screen's item, `plannedMs` the reading time that the protocol plans for the
   * screen.
   */
  next: { screen: number; key: string; position: number | null; plannedMs: number } | null;
  outcome: Outcome | null;
  /** The stratum in which leaving this screen claims a slot; null if no slot is claimed. */
  claim: ClaimedStratum | null;
  leaseMinutes: number;
  /** Answers to the protocol's own questions, with their receipt hash. */
  stepAnswer: { given: Record<string, string>; sha256: string } | null;
  /** The answer to the item at `position` of the slot. */
  response: {
    position: number;
    answer: Answer;
    /** The person's choice about the time limit; null for an item without a limit. */
    timeOption: TimeOption | null;
    /** The translation that was shown; null for the placed item itself. */
    shownItemVersionId: string | null;
    answerKey: string | null;
    sha256: string;
    contentFingerprint: string;
    presentationFingerprint: string;
  } | null;
  reported: ReportedScreen;
  completionCode: string | null;
}

/** What the browser reports about a screen; shown as browser-reported everywhere. */
export interface ReportedScreen {
  /** Reported for recordings that must be played completely. Absent without such recordings and without JavaScript. */
  playback?: Playback | null;
  /**
   * Whether the page sent the request automatically because the time of the item was over; absent without JavaScript.
   */
  isExpiry?: boolean;
  visibleMs: number | null;
  focusLosses: number | null;
  /** Absent in POST requests that were stored before this field existed. */
  process?: ScreenProcess | null | undefined;
}

/** The stored POST request of a session that waits for a slot. */
export interface WaitingPost {
  screen: number;
  fields: Record<string, string | string[] | undefined>;
  /** The language of the displayed consent text. */
  language?: string | undefined;
  reported: ReportedScreen;
}

export interface ClaimedStratum {
  stratumId: string;
  /** The POST request that claims the slot, stored so that it can be resent if the session has to wait. */
  post: WaitingPost;
  /** Whether to look for returned slots that are not in the queue yet. */
  looksForReturned: boolean;
}
