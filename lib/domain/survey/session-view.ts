import type { DebriefLine } from "../beliefs/participants/debrief.ts";
import type { StimulusScreen } from "../items/kinds/item-kind.ts";
import { renderStimulus } from "../items/stimulus.ts";
import { practiceKey } from "./check.ts";
import { ethicsLine } from "./ethics-line.ts";
import type { Exit } from "./exit.ts";
import type { ExplainedAnswer } from "./kinds/explained-answer.ts";
import { type CustomTexts, sayIn } from "./languages/messages.ts";
import type { FieldProblem } from "./parse-answers.ts";
import type { ConsentBox, Outcome, Protocol } from "./protocol.ts";
import { askedQuestions } from "./questions/apply-rules.ts";
import type { Question } from "./questions/question.ts";
import type { Screen } from "./screens.ts";
import { buildPresentation, presentPracticeItem } from "./step-presentation.ts";
import { timeOptionQuestion } from "./time-limit.ts";

/**
 * The data that one screen of a participant shows. It contains nothing secret: no key, no condition, no other item.
 */
export type ScreenView =
  | {
      kind: "consent";
      title: string;
      text: string;
      boxes: readonly ConsentBox[];
      /** The line about the ethics approval; null without one. */
      ethics: string | null;
      agreeLabel: string;
      declineLabel: string;
      version: string;
    }
  /** `isAgain`: whether the text is shown again because of a wrong answer. */
  | { kind: "text"; title: string; text: string; isAgain: boolean }
  | { kind: "questions"; title: string; text: string; questions: Question[]; isAgain: boolean }
  /** Whether the answer to a practice item was correct; `tryAgain` if there is another attempt. */
  | { kind: "feedback"; title: string; isRight: boolean; tryAgain: boolean; explanation: string | null }
  | {
      kind: "story";
      title: string;
      stimulus: StimulusScreen;
      practice: boolean;
      /** Whether the story is the same as the story of the previous question. */
      isSameStory: boolean;
    }
  | {
      kind: "answer";
      title: string;
      stimulus: StimulusScreen;
      practice: boolean;
      isSameStory: boolean;
      /** The open question on the same screen, below the answer. */
      explanation: Extract<Question, { type: "text" }> | null;
    }
  | { kind: "explanation"; question: Question; about: ExplainedAnswer | null }
  | {
      kind: "end";
      outcome: Outcome;
      title: string;
      text: string;
      code: string | null;
      exit: Exit | null;
      /** Whether the last answer has just been saved; only then does the page redirect automatically. */
      isFresh: boolean;
      debrief: Debrief | null;
      /** The address of the person's own page with stored data and withdrawal. Null in a preview. */
      privateUrl: string | null;
      /** The URL at which the completion code of Parallax opens the same page; null for people without such a code. */
      codePage: { url: string; isOtherCode: boolean } | null;
    };

/** The claims that this person saw, each with the truth. */
export interface Debrief {
  title: string;
  text: string;
  lines: readonly DebriefLine[];
}

export interface SessionView {
  study: {
    slug: string;
    name: string;
    /** The language of the session. */
    language: string;
    /** The study's custom texts in the session's language. */
    words: CustomTexts;
    theme: Protocol["theme"];
    contact: string;
  };
  screen: ScreenView;
  /** Index that the form submits. */
  index: number;
  /** Index among all screens, for the progress line; null on the end page. */
  progress: { current: number; total: number; item: number | null; items: number } | null;
  /**
   * The minimum display time of the screen, and how much of it is left by the server's clock, in milliseconds.
   * `isPlayback`: the recordings of this screen must be played completely.
   */
  dwell: { totalMs: number; remainingMs: number; isPlayback?: boolean };
  /**
   * The time for the answer, and how much of it is left by the server's clock, in milliseconds; absent without a limit.
   */
  timeLimit?: { totalMs: number; remainingMs: number } | null;
  problems: FieldProblem[];
  /** The end of the slot's lease; `lost` if the slot was reassigned in the meantime. Null before a slot is claimed. */
  slot: { keptUntil: string | null; lost: boolean } | null;
  /** The input of a rejected submission, so that the person need not enter it again. */
  given: Record<string, string>;
  /**
   * Whether the submission was sent before the dwell time was over, from a page without JavaScript. This is not an
   * error; the person only has to wait.
   */
  isEarly?: boolean;
  /** Whether the time for the previous item was over before its answer arrived. */
  isAfterTimeout?: boolean;
  /** The same page in other languages, on the consent page of a multilingual study. */
  choices?: readonly { language: string; href: string; isCurrent: boolean }[];
}

/** The item of the current screen, if it shows one. */
export interface ShownItem {
  screens: StimulusScreen[];
  /** Whether the previous item was about the same story. */
  isSameStory: boolean;
  /** The answer that the explanation is about; null before there is an answer. */
  about?: ExplainedAnswer | null;
}

/**
 * Prepares one screen of the protocol for display.
 *
 * @param protocol in the session's `language`
 * @param item required for story and answer screens
 * @param earlier answers to the previous pages, on which questions may depend; null shows every question, as in a
 * preview
 */
export function viewScreen(
  screen: Screen,
  protocol: Protocol,
  language: string,
  item: ShownItem | null,
  earlier: Readonly<Record<string, string>> | null = null,
): ScreenView {
  switch (screen.kind) {
    case "consent": {
      const { title, text, boxes = [], agreeLabel, declineLabel, version } = protocol.consent;
      const ethics = ethicsLine(protocol, language);
      return { kind: "consent", title, text, boxes, ethics, agreeLabel, declineLabel, version };
    }
    case "text":
      return { kind: "text", title: screen.step.title, text: screen.step.text, isAgain: screen.again !== null };
    case "questions": {
      const { title, text, questions, check } = screen.step;
      const shownQuestions = earlier ? askedQuestions(questions, earlier) : questions;
      // The correct answers are removed. If a text is shown again first, that page gives the reason.
      const withoutKey = shownQuestions.map(({ right: _key, ...question }) => question);
      return {
        kind: "questions",
        title,
        text,
        questions: withoutKey,
        isAgain: (screen.again?.attempt ?? 1) > 1 && !check?.rereads,
      };
    }
    case "feedback":
      return viewFeedback(screen, earlier);
    case "time-limit": {
      const say = sayIn(language, protocol.words);
      const { seconds } = screen;
      const text = say("timeText", { seconds });
      const questions = [timeOptionQuestion(say, seconds)];
      return { kind: "questions", title: say("timeTitle"), text, questions, isAgain: false };
    }
    case "exit":
      throw new RangeError(`screen ${screen.index} is an exit, which has an end page and no screen`);
    case "explanation":
      return { kind: "explanation", question: screen.question, about: item?.about ?? null };
    case "practice": {
      const practiceItem = screen.step.items[screen.position];
      if (!practiceItem) throw new RangeError(`there is no practice item ${screen.position}`);
      const { levels, wording, layout } = presentPracticeItem(screen.step, practiceItem, language);
      const { titles } = buildPresentation(protocol, practiceItem.kind, language);
      const { screens } = renderStimulus(practiceItem, levels, { wording, layout, titles });
      return viewStimulus(screen.part, { screens, isSameStory: false }, screen.step.title, null, true);
    }
    case "story":
    case "answer":
      if (!item) throw new RangeError(`screen ${screen.index} shows an item, but none was given`);
      return viewStimulus(
        screen.kind,
        item,
        screen.step.title,
        screen.kind === "answer" ? screen.explanation : null,
        false,
      );
  }
}

/** The feedback on a practice item. A preview has no answer and shows the feedback on a correct answer. */
function viewFeedback(
  { step, position, again }: Extract<Screen, { kind: "feedback" }>,
  earlier: Readonly<Record<string, string>> | null,
): ScreenView {
  const isRight = earlier === null || earlier[practiceKey(step, position)] === "right";
  const tryAgain = !isRight && (again?.attempt ?? 1) < (step.training?.tries ?? 1);
  const explanation = tryAgain ? null : step.items[position]?.explanation || null;
  return { kind: "feedback", title: step.title, isRight, tryAgain, explanation };
}

function viewStimulus(
  part: "story" | "answer",
  item: ShownItem,
  title: string,
  explanation: Extract<Question, { type: "text" }> | null,
  practice: boolean,
): ScreenView {
  const stimulus = item.screens.find((candidate) => candidate.name === part);
  if (!stimulus) throw new RangeError(`the item has no ${part} screen`);
  // If no screen shows the story, texts must not refer to a story that was read.
  const isSameStory = item.isSameStory && showsStory(item.screens);
  if (part === "story") return { kind: "story", title, stimulus, practice, isSameStory };
  return { kind: "answer", title, stimulus, practice, isSameStory, explanation };
}

/** Whether any screen of an item shows its story or fields; otherwise there is no reading and no dwell time. */
export function showsStory(screens: readonly StimulusScreen[]): boolean {
  return screens.some(({ story, task }) => story !== null || task !== undefined);
}

/**
 * Delay before an end page redirects automatically, in seconds: long enough to see that the answer is saved, and to
 * choose to stay.
 */
export const redirectSeconds = 6;

/**
 * Whether a session ended so recently that no one can have been redirected from its end page yet. A person who returns
 * to that page later, for example with the back button, is not redirected again.
 */
export function hasJustEnded(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() < redirectSeconds * 1000;
}

/**
 * The target of an end page's automatic redirect: a recruiter's URL. Null unless the answer was just saved, and always
 * null for a debrief.
 */
export function findRedirect(screen: ScreenView): string | null {
  if (screen.kind !== "end" || !screen.isFresh || screen.debrief) return null;
  return screen.exit?.kind === "link" && screen.exit.recruiter ? screen.exit.url : null;
}
