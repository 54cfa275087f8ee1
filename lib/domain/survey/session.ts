import { checkKey, judgePage, judgePractice, missedRule, practiceKey } from "./check.ts";
import { dwellLeftMs } from "./dwell.ts";
import type { Outcome } from "./protocol.ts";
import { askedQuestions, endOf } from "./questions/apply-rules.ts";
import { canBeSkipped, type Screen } from "./screens.ts";

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

type Answers = Readonly<Record<string, string>>;

/**
 * Where leaving `screen` with these answers leads; the answers have been checked before. Pages whose questions all hang
 * on other answers are passed by, and so are further tries that are not needed.
 *
 * @param answers those to this screen, with its verdicts (`verdictsOf`)
 * @param earlier answers to the screens before, with theirs; needed where `needsEarlier` says so
 */
export function advance(screens: readonly Screen[], screen: Screen, answers: Answers, earlier: Answers = {}): Advance {
  if (screen.kind === "consent" && answers.consent !== "yes") return { to: "outcome", outcome: "no-consent" };
  const early = screen.kind === "questions" ? endOf(screen.step.questions, answers) : null;
  if (early) return { to: "outcome", outcome: early };
  const known = { ...earlier, ...answers };
  const next = nextIndex(screens, screen, known);
  if (isEndedByCheck(screen, next, screens, known)) return { to: "outcome", outcome: "quality" };
  if (next >= screens.length) return { to: "outcome", outcome: "complete" };
  const claimsSlot = screens.slice(screen.index, next).some((left) => left.claimsSlot);
  return { to: "screen", screen: next, claimsSlot };
}

/** Whether answers to earlier screens decide where leaving this one leads. */
export function needsEarlier(screens: readonly Screen[], screen: Screen): boolean {
  if (screen.kind === "feedback") return true;
  const following = screens.findIndex(({ index, again }) => index > screen.index && again === null);
  return [screens[screen.index + 1], screens[following]].some((next) => next !== undefined && canBeSkipped(next));
}

/**
 * How the checks came out that are decided by leaving this screen, by the names under which that is stored beside the
 * answers: a page of questions by each try, a practice item by each answer, a whole practice by its last item.
 *
 * @param practised whether the answer to a practice item was right; null where the step does not train
 */
export function verdictsOf(
  screens: readonly Screen[],
  screen: Screen,
  answers: Answers,
  earlier: Answers,
  practised: boolean | null = null,
): Record<string, string> {
  if (screen.kind === "questions" && screen.step.check) {
    const verdict = judgePage(screen.step.questions, answers, earlier);
    return verdict ? { [checkKey(screen.step)]: verdict } : {};
  }
  if (screen.kind === "practice" && screen.part === "answer" && practised !== null) {
    return { [practiceKey(screen.step, screen.position)]: practised ? "right" : "wrong" };
  }
  if (screen.kind === "feedback" && screen.position === screen.step.items.length - 1) {
    const next = screens[nextIndex(screens, screen, earlier)];
    const goesOn = next?.kind === "practice" && next.step === screen.step;
    return goesOn ? {} : { [checkKey(screen.step)]: judgePractice(screen.step, earlier) };
  }
  return {};
}

/** The screen after this one for someone with these answers; the number of screens where there is none. */
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
    while (screens[index]?.again?.step === key);
  }
  return index;
}

function isHidden(screen: Screen, known: Answers): screen is Extract<Screen, { kind: "questions" }> {
  if (screen.kind !== "questions" || !canBeSkipped(screen)) return false;
  return askedQuestions(screen.step.questions, known).length === 0;
}

/** Whether a check is missed for good by leaving this screen, and its step ends the session for that. */
function isEndedByCheck(screen: Screen, next: number, screens: readonly Screen[], known: Answers): boolean {
  if (screen.kind !== "questions" && screen.kind !== "feedback") return false;
  if (missedRule(screen.step)?.policy !== "end" || known[checkKey(screen.step)] !== "missed") return false;
  return screens[next]?.again?.step !== screen.step.key;
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
