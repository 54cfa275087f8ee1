import { type ProportionInterval, wilsonInterval } from "../../statistics/proportions/wilson.ts";
import type { Outcome } from "../protocol.ts";
import type { Screen } from "../screens.ts";
import type { SessionTally } from "./live-study.ts";

/** One kind of screen, in the order of the session. */
export interface FlowStep {
  key: string;
  label: string;
  shown: number;
  left: number;
  /**
   * People who were shown the screen, did not submit it and do not wait there: they dropped out or are in progress.
   */
  standing: number;
  /** People who submitted the screen and wait for a slot of a group that is currently full. */
  waiting: number;
  /** Number of times that a session shows the screen; more than one for the screens of an item block. */
  times: number;
}

export interface SessionFlow {
  /** Number of people who answered the consent form, with yes or no. */
  started: number;
  /** Number of these people who agreed. */
  agreed: number;
  ended: Record<Outcome, number>;
  /** Number of people who started and have neither finished nor ended. */
  unfinished: number;
  /** Number of people who finished after the slot was reassigned: kept and paid, but not counted in the cells. */
  surplus: number;
  steps: FlowStep[];
  /** Number of sessions that ended with each exit of the protocol; they are also counted in `ended`. */
  exits: { key: string; label: string; endsAs: Outcome; count: number }[];
}

const outcomeNames: readonly Outcome[] = [
  "complete",
  "screened-out",
  "over-quota",
  "no-consent",
  "quality",
  "withdrawn",
];

/**
 * Computes the flow of sessions from counters.
 *
 * The consent page counts as shown when its form is submitted, because nothing is stored about visitors who only view
 * it.
 *
 * @param filledSessions sessions whose answers count in the cells, to compute the surplus
 */
export function prepareFlow(
  screens: readonly Screen[],
  tallies: readonly SessionTally[],
  filledSessions: number,
): SessionFlow {
  const count = (key: string, event: string) =>
    tallies.filter((tally) => tally.key === key && tally.event === event).reduce((sum, tally) => sum + tally.count, 0);
  const endedByOutcome = Object.fromEntries(
    outcomeNames.map((outcome) => [outcome, count("", outcome)]),
  ) as SessionFlow["ended"];
  const startedCount = count("consent", "left");
  const consentedCount = startedCount - endedByOutcome["no-consent"];
  return {
    started: startedCount,
    agreed: consentedCount,
    ended: endedByOutcome,
    unfinished: Math.max(0, startedCount - outcomeNames.reduce((sum, outcome) => sum + endedByOutcome[outcome], 0)),
    surplus: Math.max(0, endedByOutcome.complete - filledSessions),
    steps: listSteps(screens).map(({ key, label, times }) => {
      const leftCount = count(key, "left");
      const shownCount = key === "consent" ? leftCount : count(key, "shown");
      const waiting = Math.min(count(key, "waiting"), Math.max(0, shownCount - leftCount));
      return {
        key,
        label,
        shown: shownCount,
        left: leftCount,
        standing: Math.max(0, shownCount - leftCount - waiting),
        waiting,
        times,
      };
    }),
    exits: screens.flatMap((screen) => {
      if (screen.kind !== "exit") return [];
      const { key, title, endsAs } = screen.step;
      return [{ key, label: title, endsAs, count: count(key, "shown") }];
    }),
  };
}

/** Number of completed sessions among the ended sessions that could have been completed. */
export interface CompletionRate {
  completed: number;
  dropped: number;
  /** Sessions without an outcome that may still be completed; they are not counted. */
  underWay: number;
  /** Share of completed sessions with its interval; the share is null before any session has ended. */
  share: ProportionInterval;
}

/**
 * The completion rate. Sessions in progress are not counted, because they may still be completed. Sessions that were
 * screened out and sessions without a slot are not counted, because they could not be completed.
 *
 * @param underWay number of sessions without an outcome whose slot is still reserved; if null (unknown), the result is
 * null
 */
export function computeCompletion({ ended, unfinished }: SessionFlow, underWay: number | null): CompletionRate | null {
  if (underWay === null) return null;
  const completedCount = ended.complete;
  const droppedCount = ended.quality + ended.withdrawn + Math.max(0, unfinished - underWay);
  return {
    completed: completedCount,
    dropped: droppedCount,
    underWay: Math.min(underWay, unfinished),
    share: wilsonInterval(completedCount, completedCount + droppedCount),
  };
}

function listSteps(screens: readonly Screen[]): { key: string; label: string; times: number }[] {
  const steps = new Map<string, { key: string; label: string; times: number }>();
  for (const screen of screens) {
    if (screen.kind === "exit") continue;
    const existingStep = steps.get(screen.key);
    if (existingStep) existingStep.times += screen.again ? 0 : 1;
    else steps.set(screen.key, { key: screen.key, label: screenLabel(screen), times: 1 });
  }
  return [...steps.values()];
}

/** The label of a screen for researchers. */
export function screenLabel(screen: Screen): string {
  const attemptNote = screen.again ? ", another try" : "";
  switch (screen.kind) {
    case "consent":
      return "Consent";
    case "time-limit":
      return "Time limit";
    case "story":
      return "Story";
    case "answer":
      return "Question";
    case "explanation":
      return "Reason";
    case "practice":
      return `${screen.step.title} (practice${attemptNote})`;
    case "feedback":
      return `${screen.step.title} (feedback${attemptNote})`;
    case "exit":
      return `${screen.step.title} (exit)`;
    case "text":
      return screen.again ? `${screen.step.title} (read again)` : screen.step.title;
    case "questions":
      return screen.again ? `${screen.step.title} (another try)` : screen.step.title;
  }
}
