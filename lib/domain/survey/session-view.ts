import type { DebriefLine } from "../beliefs/participants/debrief.ts";
import type { StimulusScreen } from "../items/kinds/item-kind.ts";
import { renderStimulus } from "../items/stimulus.ts";
import type { FieldProblem } from "./parse-answers.ts";
import type { Outcome, Protocol, Question } from "./protocol.ts";
import type { Screen } from "./screens.ts";

/** Everything that one participant's screen shows, and nothing that it must not: no key, no condition, no other item. */
export type ScreenView =
  | { kind: "consent"; title: string; text: string; agreeLabel: string; declineLabel: string; version: string }
  | { kind: "text"; title: string; text: string }
  | { kind: "questions"; title: string; text: string; questions: Question[] }
  | { kind: "story"; title: string; storyTitle: string; stimulus: StimulusScreen; practice: boolean }
  | { kind: "answer"; title: string; stimulus: StimulusScreen; practice: boolean }
  | { kind: "explanation"; question: Question }
  | {
      kind: "end";
      outcome: Outcome;
      title: string;
      text: string;
      code: string | null;
      returnUrl: string | null;
      debrief: Debrief | null;
    };

/** What is true of everything that this one person was told. */
export interface Debrief {
  title: string;
  text: string;
  lines: readonly DebriefLine[];
}

export interface SessionView {
  study: { slug: string; name: string; language: string; theme: Protocol["theme"]; contact: string };
  screen: ScreenView;
  /** Index that the form posts to. */
  index: number;
  /** Place among all screens, for the progress line; null on the end page. */
  progress: { current: number; total: number; item: number | null; items: number } | null;
  /** How long the screen must be shown, and how much of that is left by the server's clock, in milliseconds. */
  dwell: { totalMs: number; remainingMs: number };
  problems: FieldProblem[];
  /** Until when the slot is kept; `lost` when it went to somebody else in the meantime. Null before there is one. */
  slot: { keptUntil: string | null; lost: boolean } | null;
  /** What was typed or chosen before a refused post, so that nothing has to be given twice. */
  given: Record<string, string>;
}

/** The item of the current screen, where it shows one. */
export interface ShownItem {
  title: string;
  screens: StimulusScreen[];
}

/** Puts one screen of the protocol into words. `item` is needed for story and answer screens. */
export function viewScreen(screen: Screen, protocol: Protocol, item: ShownItem | null): ScreenView {
  switch (screen.kind) {
    case "consent": {
      const { title, text, agreeLabel, declineLabel, version } = protocol.consent;
      return { kind: "consent", title, text, agreeLabel, declineLabel, version };
    }
    case "text":
      return { kind: "text", title: screen.step.title, text: screen.step.text };
    case "questions":
      return { kind: "questions", title: screen.step.title, text: screen.step.text, questions: screen.step.questions };
    case "explanation":
      return { kind: "explanation", question: screen.question };
    case "practice": {
      const practised = screen.step.items[screen.position];
      if (!practised) throw new RangeError(`there is no practice item ${screen.position}`);
      const { screens } = renderStimulus(practised, screen.step.levels, screen.step.wording, screen.step.layout);
      return viewStimulus(screen.part, { title: practised.story.title, screens }, screen.step.title, true);
    }
    case "story":
    case "answer":
      if (!item) throw new RangeError(`screen ${screen.index} shows an item, but none was given`);
      return viewStimulus(screen.kind, item, screen.step.title, false);
  }
}

function viewStimulus(part: "story" | "answer", item: ShownItem, title: string, practice: boolean): ScreenView {
  const stimulus = item.screens.find((candidate) => candidate.name === part);
  if (!stimulus) throw new RangeError(`the item has no ${part} screen`);
  if (part === "story") return { kind: "story", title, storyTitle: item.title, stimulus, practice };
  return { kind: "answer", title, stimulus, practice };
}

/**
 * The end page of an outcome. The code is only for people who finished.
 *
 * @param told what this person has been told, with the truth; nobody gets it before the end
 */
export function viewEnd(
  protocol: Protocol,
  outcome: Outcome,
  ids: { sessionId: string; completionCode: string | null },
  told: readonly DebriefLine[] = [],
): ScreenView {
  const end = protocol.ends[outcome];
  const code = outcome === "complete" ? ids.completionCode : null;
  const returnUrl = end.returnUrl
    .replaceAll("{code}", encodeURIComponent(code ?? ""))
    .replaceAll("{session}", encodeURIComponent(ids.sessionId));
  const debrief = protocol.debrief && told.length > 0 ? { ...protocol.debrief, lines: told } : null;
  return { kind: "end", outcome, title: end.title, text: end.text, code, returnUrl: returnUrl || null, debrief };
}

/** "Screen 3 of 7", and which item of how many. */
export function viewProgress(screens: readonly Screen[], screen: Screen): SessionView["progress"] {
  const items = screens.filter((candidate) => candidate.kind === "answer").length;
  const item = "position" in screen && screen.kind !== "practice" ? screen.position + 1 : null;
  return { current: screen.index + 1, total: screens.length, item, items };
}
