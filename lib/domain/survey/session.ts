import { dwellLeftMs } from "./dwell.ts";
import type { Outcome } from "./protocol.ts";
import { endOf } from "./questions/apply-rules.ts";
import type { Screen } from "./screens.ts";

/** Where a session stands, as the database has it. */
export interface SessionState {
  /** Index of the screen shown now. */
  screen: number;
  /** When the server first sent it. */
  screenShownAt: Date;
  outcome: Outcome | null;
}

/** What a valid submission leads to. `complete` is an outcome like any other: the last screen leads to it. */
export type Advance = { to: "screen"; screen: number; claimsSlot: boolean } | { to: "outcome"; outcome: Outcome };

/** Where leaving `screen` with these answers leads; the answers have been checked before. */
export function advance(
  screens: readonly Screen[],
  screen: Screen,
  answers: Readonly<Record<string, string>>,
): Advance {
  if (screen.kind === "consent" && answers.consent !== "yes") return { to: "outcome", outcome: "no-consent" };
  const early = screen.kind === "questions" ? endOf(screen.step.questions, answers) : null;
  if (early) return { to: "outcome", outcome: early };
  if (screen.index === screens.length - 1) return { to: "outcome", outcome: "complete" };
  return { to: "screen", screen: screen.index + 1, claimsSlot: screen.claimsSlot };
}

/** Why a post changes nothing. */
export type Refusal =
  /** The session is over. */
  | { reason: "ended"; outcome: Outcome }
  /** This screen was left before; a repeat of the same post, the back button or a second tab. */
  | { reason: "passed" }
  /** A forged post for a screen that has not been shown yet. */
  | { reason: "not-reached" }
  /** The dwell is not over. */
  | { reason: "too-early"; remainingMs: number };

/**
 * Why a post for screen `screen` is refused, or null when it may go through. The order matters: an ended session
 * answers before anything else, and a forged post for a later screen must not learn how long the dwell still takes.
 */
export function refusePost(screens: readonly Screen[], state: SessionState, screen: number, now: Date): Refusal | null {
  if (state.outcome) return { reason: "ended", outcome: state.outcome };
  if (screen < state.screen) return { reason: "passed" };
  if (screen > state.screen) return { reason: "not-reached" };
  const remainingMs = remainingDwellMs(screens, state, now);
  return remainingMs > 0 ? { reason: "too-early", remainingMs } : null;
}

/** Milliseconds until the current screen may be left, by the server's clock; never more than its whole dwell. */
export function remainingDwellMs(screens: readonly Screen[], state: SessionState, now: Date): number {
  return dwellLeftMs(state.screenShownAt, (screens[state.screen]?.dwellSeconds ?? 0) * 1000, now);
}
