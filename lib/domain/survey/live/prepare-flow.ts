import { type ProportionInterval, wilsonInterval } from "../../statistics/proportions/wilson.ts";
import type { Outcome } from "../protocol.ts";
import type { Screen } from "../screens.ts";
import type { SessionTally } from "./live-study.ts";

/** One kind of screen in the order of the session. */
export interface FlowStep {
  key: string;
  label: string;
  shown: number;
  left: number;
  /** Shown and neither left nor waiting there: dropped out, or in progress. */
  standing: number;
  /** Sent the screen and waiting for a slot of a group that is full for now. */
  waiting: number;
  /** How many times a session shows it: more than one for the screens of an item block. */
  times: number;
}

export interface SessionFlow {
  /** Everyone who answered the consent form, either way. */
  started: number;
  /** Of those, who agreed. */
  agreed: number;
  ended: Record<Outcome, number>;
  /** Begun and neither finished nor ended. */
  unfinished: number;
  /** Finished after the slot had gone to someone else: kept and paid, not counted in the cells. */
  surplus: number;
  steps: FlowStep[];
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
 * Where sessions went, from counters alone.
 *
 * The consent page is not counted when it is shown, because nothing is stored about visitors who only look: it counts as
 * shown when its form is sent.
 *
 * @param filledSessions sessions whose answers count in the cells, for the surplus
 */
export function prepareFlow(
  screens: readonly Screen[],
  tallies: readonly SessionTally[],
  filledSessions: number,
): SessionFlow {
  const count = (key: string, event: string) =>
    tallies.filter((tally) => tally.key === key && tally.event === event).reduce((sum, tally) => sum + tally.count, 0);
  const ended = Object.fromEntries(
    outcomeNames.map((outcome) => [outcome, count("", outcome)]),
  ) as SessionFlow["ended"];
  const started = count("consent", "left");
  const agreed = started - ended["no-consent"];
  return {
    started,
    agreed,
    ended,
    unfinished: Math.max(0, started - outcomeNames.reduce((sum, outcome) => sum + ended[outcome], 0)),
    surplus: Math.max(0, ended.complete - filledSessions),
    steps: listSteps(screens).map(({ key, label, times }) => {
      const left = count(key, "left");
      const shown = key === "consent" ? left : count(key, "shown");
      const waiting = Math.min(count(key, "waiting"), Math.max(0, shown - left));
      return { key, label, shown, left, standing: Math.max(0, shown - left - waiting), waiting, times };
    }),
  };
}

/** Of the sessions that could be completed and have ended, how many were. */
export interface Completion {
  completed: number;
  dropped: number;
  /** Sessions without an end that may still be completed; they are not counted. */
  underWay: number;
  /** Share of completed ones with its interval; the share is null before any session has ended. */
  share: ProportionInterval;
}

/**
 * The one measure of completion. Anyone who is under way has neither completed a session nor dropped out, and anyone who was
 * screened out or found no place could not complete one, so neither is counted.
 *
 * @param underWay sessions without an end whose slot is still held; null, and so is the answer, where that is not known
 */
export function completionOf({ ended, unfinished }: SessionFlow, underWay: number | null): Completion | null {
  if (underWay === null) return null;
  const completed = ended.complete;
  const dropped = ended.quality + ended.withdrawn + Math.max(0, unfinished - underWay);
  return {
    completed,
    dropped,
    underWay: Math.min(underWay, unfinished),
    share: wilsonInterval(completed, completed + dropped),
  };
}

function listSteps(screens: readonly Screen[]): { key: string; label: string; times: number }[] {
  const steps = new Map<string, { key: string; label: string; times: number }>();
  for (const screen of screens) {
    const known = steps.get(screen.key);
    if (known) known.times += screen.again ? 0 : 1;
    else steps.set(screen.key, { key: screen.key, label: screenLabel(screen), times: 1 });
  }
  return [...steps.values()];
}

/** A screen in a researcher's words. */
export function screenLabel(screen: Screen): string {
  const again = screen.again ? ", another try" : "";
  switch (screen.kind) {
    case "consent":
      return "Consent";
    case "story":
      return "Story";
    case "answer":
      return "Question";
    case "explanation":
      return "Reason";
    case "practice":
      return `${screen.step.title} (practice${again})`;
    case "feedback":
      return `${screen.step.title} (feedback${again})`;
    case "text":
      return screen.again ? `${screen.step.title} (read again)` : screen.step.title;
    case "questions":
      return screen.again ? `${screen.step.title} (another try)` : screen.step.title;
  }
}
