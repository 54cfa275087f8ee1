import type { Answer } from "@/lib/domain/items/item.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";

/** One step of one session, decided by `lib/domain/survey/session.ts` and checked again here against the stored state. */
export interface SessionStep {
  tokenHash: string;
  studyId: string;
  /** Whose screens and rules decided the step. A session of any other protocol is left alone. */
  protocolVersionId: string;
  /** The screen that is being left, and how long it must have been shown. */
  screen: number;
  screenKey: string;
  dwellMs: number;
  /**
   * The screen shown next; null when the session ends here. `position` is that of the item it is about, `plannedMs` how
   * long the protocol plans for reading it.
   */
  next: { screen: number; key: string; position: number | null; plannedMs: number } | null;
  outcome: Outcome | null;
  /** Set when leaving this screen claims a slot. */
  claim: ClaimedStratum | null;
  leaseMinutes: number;
  /** Answers to the protocol's own questions, with their receipt hash. */
  stepAnswer: { given: Record<string, string>; sha256: string } | null;
  /** The answer to the item at `position` of the slot. */
  response: {
    position: number;
    answer: Answer;
    /** The translation that was shown; null for the placed item itself. */
    shownItemVersionId: string | null;
    answerKey: string | null;
    sha256: string;
    contentFingerprint: string;
    presentationFingerprint: string;
  } | null;
  reported: { visibleMs: number | null; focusLosses: number | null };
  completionCode: string | null;
}

/** The stored post of someone who waits for a slot. */
export interface WaitingPost {
  screen: number;
  fields: Record<string, string | string[] | undefined>;
  /** Of the consent text that was read. */
  language?: string | undefined;
  reported: { visibleMs: number | null; focusLosses: number | null };
}

export interface ClaimedStratum {
  stratumId: string;
  /** The post that claims, kept so that it can be sent again for someone who has to wait. */
  post: WaitingPost;
  /** Whether to look for returned slots that are not in the queue yet. */
  looksForReturned: boolean;
}
