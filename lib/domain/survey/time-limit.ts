import type { Answer } from "../items/item.ts";
import { refuseText } from "../text.ts";
import type { Say } from "./languages/messages.ts";
import type { FormFields } from "./parse-answers.ts";
import type { Protocol } from "./protocol.ts";
import type { Question } from "./questions/question.ts";
import type { Screen } from "./screens.ts";

/**
 * How a participant wants items with a time limit: with the limit, with twice the time, or without a limit. Offered
 * before the first item, because some people need more time (WCAG 2.2.1).
 */
export const timeOptions = ["standard", "double", "none"] as const;
export type TimeOption = (typeof timeOptions)[number];

/** The form field and storage key of the choice. No question has this key, because keys contain no dots. */
export const timeOptionKey = "time.option";

/**
 * How long after the end of the time an answer still counts, in milliseconds: an answer that was sent in the last
 * second needs time to arrive.
 */
export const lateGraceMs = 2_000;

/**
 * The answer key of an answer that came after its time. It equals no option and no right answer, so such an answer is
 * wrong under every key; a plan that does not count unparsed answers as wrong removes it from all counts.
 */
export const timedOutKey = "(timed out)";

/** The time limit of a protocol's items, in seconds; null without one. */
export function itemTimeLimit({ steps }: Pick<Protocol, "steps">): number | null {
  const block = steps.find((step) => step.kind === "items");
  return block?.timeLimitSeconds ?? null;
}

/** Seconds for one screen, before the choice of a participant; null if its time is not limited. */
export function limitOfScreen(screen: Screen): number | null {
  return screen.kind === "answer" ? (screen.step.timeLimitSeconds ?? null) : null;
}

/**
 * The time that a participant has for a screen, in milliseconds from its first display; null for no limit. Recordings
 * that must be played completely do not shorten it: their time is added.
 *
 * @param option the participant's choice; null, which only a forged request can cause, counts as `standard`
 * @param dwellMs the minimum display time of the screen
 */
export function allowedMs(screen: Screen, option: TimeOption | null, dwellMs = 0): number | null {
  const limit = limitOfScreen(screen);
  if (limit === null || option === "none") return null;
  return dwellMs + limit * 1_000 * (option === "double" ? 2 : 1);
}

/**
 * Whether a post came too late, by the server's clock.
 *
 * @param allowed the result of `allowedMs`
 * @param elapsedMs from the first display of the screen to the arrival of the post
 * @param isExpiry whether the page sent the post by itself when the time was over; such a post is no answer, so it has
 * no grace
 */
export function isTimedOut(allowed: number | null, elapsedMs: number, isExpiry: boolean): boolean {
  return allowed !== null && elapsedMs >= allowed + (isExpiry ? 0 : lateGraceMs);
}

/** The stored form of an answer that came too late: its fields as they were, never read as an answer. */
export function timedOutAnswer(fields: FormFields, known: readonly string[]): Answer {
  const kept = known.flatMap((name): [string, string | string[]][] => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined || [value].flat().every((one) => one === "")) return [];
    return [value].flat().some((one) => refuseText(one, maxDraftLength)) ? [] : [[name, value]];
  });
  return { timedOut: { draft: Object.fromEntries(kept) } };
}

/** Maximum code units of one field of a draft (`answerSchema`); a text that an item accepts is never longer. */
const maxDraftLength = 50_000;

/** What a draft held, as one text for researchers and for the person who wrote it; empty for an empty draft. */
export function draftText({ draft }: NonNullable<Answer["timedOut"]>): string {
  return Object.values(draft).flat().join(" · ");
}

/** The question about the time limit, which is asked before the first item. */
export function timeOptionQuestion(say: Say, seconds: number): Question {
  const labels = {
    standard: say("timeStandard", { seconds }),
    double: say("timeDouble", { seconds: seconds * 2 }),
    none: say("timeNone"),
  };
  return {
    type: "choice",
    key: timeOptionKey,
    label: say("timeQuestion"),
    help: "",
    choices: timeOptions.map((value) => ({ value, label: labels[value], endsAs: null })),
  };
}
