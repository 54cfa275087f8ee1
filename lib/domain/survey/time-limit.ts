import type { Answer } from "../items/item.ts";
import { findTextProblem } from "../text.ts";
import type { Say } from "./languages/messages.ts";
import type { FormFields } from "./parse-answers.ts";
import type { Protocol } from "./protocol.ts";
import type { Question } from "./questions/question.ts";
import type { Screen } from "./screens.ts";

/**
 * What a participant chooses for items with a time limit: the limit, twice the time, or no limit. The choice is offered
 * before the first item, because some people need more time (WCAG 2.2.1).
 */
export const timeOptions = ["standard", "double", "none"] as const;
export type TimeOption = (typeof timeOptions)[number];

/** The form field and storage key of the choice. No question has this key, because keys contain no dots. */
export const timeOptionKey = "time.option";

/**
 * How long an answer still counts after the end of the time, in milliseconds: an answer that was sent in the last
 * second needs time to arrive.
 */
export const lateGraceMs = 2_000;

/**
 * The answer key of an answer that came after its time. The key equals no option and no right answer, so such an answer
 * is wrong under every key. A plan that does not count unparsed answers as wrong excludes it from all counts.
 */
export const timedOutKey = "(timed out)";

/** The time limit of a protocol's items, in seconds; null if there is none. */
export function itemTimeLimit({ steps }: Pick<Protocol, "steps">): number | null {
  const block = steps.find((step) => step.kind === "items");
  return block?.timeLimitSeconds ?? null;
}

/** The time limit of a screen in seconds, before the participant's choice is applied; null if there is none. */
export function limitOfScreen(screen: Screen): number | null {
  return screen.kind === "answer" ? (screen.step.timeLimitSeconds ?? null) : null;
}

/**
 * The time that a participant has for a screen, in milliseconds from its first display; null for no limit. The time of
 * recordings that must be played completely is added.
 *
 * @param option the participant's choice; null, which only a forged request can cause, counts as `standard`
 * @param dwellMs the minimum display time of the screen
 */
export function allowedMs(screen: Screen, option: TimeOption | null, dwellMs = 0): number | null {
  const limitSeconds = limitOfScreen(screen);
  if (limitSeconds === null || option === "none") return null;
  return dwellMs + limitSeconds * 1_000 * (option === "double" ? 2 : 1);
}

/**
 * Whether a post came too late, by the server's clock.
 *
 * @param allowed the result of `allowedMs`
 * @param elapsedMs from the first display of the screen to the arrival of the post
 * @param isExpiry whether the page sent the post automatically when the time was over; such a post is not an answer, so
 * it gets no grace period
 */
export function isTimedOut(allowed: number | null, elapsedMs: number, isExpiry: boolean): boolean {
  return allowed !== null && elapsedMs >= allowed + (isExpiry ? 0 : lateGraceMs);
}

/** The stored form of an answer that came too late: its fields as submitted, which are never scored as an answer. */
export function timedOutAnswer(fields: FormFields, fieldNames: readonly string[]): Answer {
  const keptFields = fieldNames.flatMap((name): [string, string | string[]][] => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined || [value].flat().every((one) => one === "")) return [];
    return [value].flat().some((one) => findTextProblem(one, maxDraftLength)) ? [] : [[name, value]];
  });
  return { timedOut: { draft: Object.fromEntries(keptFields) } };
}

/** Maximum code units of one field of a draft (`answerSchema`); a text that an item accepts is never longer. */
const maxDraftLength = 50_000;

/** The content of a draft as one text, for researchers and for the person who wrote it; empty for an empty draft. */
export function formatDraft({ draft }: NonNullable<Answer["timedOut"]>): string {
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
