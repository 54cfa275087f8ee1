import { positionKey, shownAfterKey } from "./branching/check-position.ts";
import { checkKey, findFailureRule, judgePage, judgePractice, practiceKey } from "./check.ts";
import { dwellLeftMs } from "./dwell.ts";
import type { Outcome } from "./protocol.ts";
import { endOf, isConditionMet, isPageShown } from "./questions/apply-rules.ts";
import { canBeSkipped, hasDrawnPosition, type Screen } from "./screens.ts";

/** The state of a session, as stored in the database. */
export interface SessionState {
  /** Index of the current screen. */
  screen: number;
  /** When the server first sent the screen. */
  screenShownAt: Date;
  outcome: Outcome | null;
}

/** What follows a valid submission. `complete` is an outcome that is reached after the last screen. */
export type Advance =
  | { to: "screen"; screen: number; claimsSlot: boolean }
  /** `exit`: the index of the exit screen that ends the session, if there is one. */
  | { to: "outcome"; outcome: Outcome; exit?: number };

type Answers = Readonly<Record<string, string>>;

/**
 * The next state after leaving `screen` with these answers, which must be valid. Pages and exits are skipped if these
 * answers do not lead to them; further attempts are skipped if they are not needed. Screens of items are never skipped
 * or repeated.
 *
 * @param answers the answers to this screen, with its verdicts (`listVerdicts`)
 * @param earlier the answers to the previous screens, with their verdicts and drawn positions; required if
 * `needsEarlier` is true
 * @param isTimedOut whether the time for the item was over; there is then no answer, and no reason is requested
 */
export function advance(
  screens: readonly Screen[],
  screen: Screen,
  answers: Answers,
  earlier: Answers = {},
  isTimedOut = false,
): Advance {
  if (screen.kind === "consent" && answers.consent !== "yes") return { to: "outcome", outcome: "no-consent" };
  const outcomeOfPage = screen.kind === "questions" ? endOf(screen.step.questions, answers) : null;
  if (outcomeOfPage) return { to: "outcome", outcome: outcomeOfPage };
  const allAnswers = { ...earlier, ...answers };
  const followingIndex = nextIndex(screens, screen, allAnswers);
  const screenAfterTimeout = isTimedOut ? screens[followingIndex] : undefined;
  const next =
    screenAfterTimeout?.kind === "explanation" ? nextIndex(screens, screenAfterTimeout, allAnswers) : followingIndex;
  if (isEndedByCheck(screen, next, screens, allAnswers)) return { to: "outcome", outcome: "quality" };
  if (next >= screens.length) return { to: "outcome", outcome: "complete" };
  const nextScreen = screens[next];
  if (nextScreen?.kind === "exit") return { to: "outcome", outcome: nextScreen.step.endsAs, exit: next };
  const claimsSlot = screens.slice(screen.index, next).some((left) => left.claimsSlot);
  return { to: "screen", screen: next, claimsSlot };
}

/** Whether the next screen depends on answers to earlier screens. */
export function needsEarlier(screens: readonly Screen[], screen: Screen): boolean {
  if (screen.kind === "feedback") return true;
  const followingIndex = screens.findIndex(({ index, again }) => index > screen.index && (again?.attempt ?? 1) === 1);
  const next = screens[screen.index + 1];
  // After a timeout the page for the reason is skipped, so the screen after that page may be the next one.
  if (next?.kind === "explanation" && needsEarlier(screens, next)) return true;
  return [next, screens[followingIndex]].some((one) => one !== undefined && canBeSkipped(one));
}

/**
 * The verdicts that are decided when this screen is left, by their storage keys: the verdict of a page of questions
 * after each attempt, of a practice item after each answer, and of a whole practice after its last item.
 *
 * @param practised whether the answer to a practice item was correct; null if the step gives no feedback
 */
export function listVerdicts(
  screens: readonly Screen[],
  screen: Screen,
  answers: Answers,
  earlier: Answers,
  practised: boolean | null = null,
): Record<string, string> {
  if (screen.kind === "questions") {
    const verdict = screen.step.check ? judgePage(screen.step.questions, answers, earlier) : null;
    return {
      ...(verdict ? { [checkKey(screen.step)]: verdict } : {}),
      ...(hasDrawnPosition(screen.step) ? { [shownAfterKey(screen.step)]: String(screen.after) } : {}),
    };
  }
  if (screen.kind === "practice" && screen.part === "answer" && practised !== null) {
    return { [practiceKey(screen.step, screen.position)]: practised ? "right" : "wrong" };
  }
  if (screen.kind === "feedback" && screen.position === screen.step.items.length - 1) {
    const next = screens[nextIndex(screens, screen, earlier)];
    const hasAnotherAttempt = next?.kind === "practice" && next.step === screen.step;
    return hasAnotherAttempt ? {} : { [checkKey(screen.step)]: judgePractice(screen.step, earlier) };
  }
  return {};
}

/** Whether sessions with these screens store verdicts of checks (`listVerdicts`). */
export function hasChecks(screens: readonly Screen[]): boolean {
  return screens.some((screen) => screen.kind === "feedback" || (screen.kind === "questions" && !!screen.step.check));
}

/** The index of the next screen for a person with these answers; the number of screens if there is none. */
function nextIndex(screens: readonly Screen[], screen: Screen, known: Answers): number {
  let index = screen.index + 1;
  const step = "step" in screen ? screen.step : null;
  const isDone =
    (screen.kind === "questions" && known[checkKey(screen.step)] !== "missed") ||
    (screen.kind === "feedback" && known[practiceKey(screen.step, screen.position)] === "right");
  while (isDone && screens[index]?.again?.step === step?.key) index += 1;
  for (let next = screens[index]; next && isHidden(next, known); next = screens[index]) {
    const { key } = next.step;
    do index += 1;
    while (screens[index]?.again?.step === key && (screens[index]?.again?.attempt ?? 1) > 1);
  }
  return index;
}

function isHidden(screen: Screen, known: Answers): screen is Extract<Screen, { kind: "questions" | "exit" }> {
  if (screen.kind === "exit") return !isConditionMet(screen.step.showIf, known[screen.step.showIf.question]);
  if (screen.kind !== "questions" || (screen.again?.attempt ?? 1) > 1) return false;
  return !isPageShown(screen.step, known) || isShownElsewhere(screen, known);
}

/** Whether a page with a drawn position is shown at another position, or was already shown. */
function isShownElsewhere({ step, after }: Extract<Screen, { kind: "questions" }>, known: Answers): boolean {
  if (!hasDrawnPosition(step)) return false;
  return known[shownAfterKey(step)] !== undefined || (after ?? 0) < Number(known[positionKey(step)] ?? 0);
}

/** Whether leaving this screen fails a check for the last time, so that its step ends the session. */
function isEndedByCheck(screen: Screen, next: number, screens: readonly Screen[], known: Answers): boolean {
  if (screen.kind !== "questions" && screen.kind !== "feedback") return false;
  if (findFailureRule(screen.step)?.policy !== "end" || known[checkKey(screen.step)] !== "missed") return false;
  return screens[next]?.again?.step !== screen.step.key;
}

/** Why a submission has no effect. */
export type SubmissionRefusal =
  /** The session is over. */
  | { reason: "ended"; outcome: Outcome }
  /** The screen was already left: a repeated submission, the back button or a second tab. */
  | { reason: "passed" }
  /** A forged submission for a screen that has not been shown yet. */
  | { reason: "not-reached" }
  /** The dwell time is not over. */
  | { reason: "too-early"; remainingMs: number };

/**
 * Why a submission for a screen is rejected, or null if it is accepted. The order matters: an ended session is reported
 * before any other reason, and a forged submission for a later screen must not reveal the remaining dwell time.
 */
export function findSubmissionRefusal(
  screens: readonly Screen[],
  state: SessionState,
  screen: number,
  now: Date,
  dwellMs = plannedDwellMs(screens, state),
): SubmissionRefusal | null {
  if (state.outcome) return { reason: "ended", outcome: state.outcome };
  if (screen < state.screen) return { reason: "passed" };
  if (screen > state.screen) return { reason: "not-reached" };
  const remainingMs = dwellLeftMs(state.screenShownAt, dwellMs, now);
  return remainingMs > 0 ? { reason: "too-early", remainingMs } : null;
}

/** Milliseconds until the current screen may be left, by the server's clock; never more than its whole dwell time. */
export function remainingDwellMs(screens: readonly Screen[], state: SessionState, now: Date): number {
  return dwellLeftMs(state.screenShownAt, plannedDwellMs(screens, state), now);
}

function plannedDwellMs(screens: readonly Screen[], state: SessionState): number {
  return (screens[state.screen]?.dwellSeconds ?? 0) * 1000;
}
