import type { DebriefLine } from "../beliefs/participants/debrief.ts";
import type { StimulusScreen } from "../items/kinds/item-kind.ts";
import { renderStimulus } from "../items/stimulus.ts";
import { missedRule, practiceKey } from "./check.ts";
import { type Departure, departure, type Exit, type Leaver } from "./exit.ts";
import type { OwnWords } from "./languages/messages.ts";
import type { FieldProblem } from "./parse-answers.ts";
import type { ConsentBox, Outcome, Protocol } from "./protocol.ts";
import { askedQuestions } from "./questions/apply-rules.ts";
import type { Question } from "./questions/question.ts";
import type { Screen } from "./screens.ts";
import { practisedOf, presentationOf } from "./step-presentation.ts";

/** Everything that one participant's screen shows, and nothing that it must not: no key, no condition, no other item. */
export type ScreenView =
  | {
      kind: "consent";
      title: string;
      text: string;
      boxes: readonly ConsentBox[];
      agreeLabel: string;
      declineLabel: string;
      version: string;
    }
  /** `isAgain`: shown once more, because an answer was not right. */
  | { kind: "text"; title: string; text: string; isAgain: boolean }
  | { kind: "questions"; title: string; text: string; questions: Question[]; isAgain: boolean }
  /** Whether the answer to a practice item was right; `tryAgain` where it is asked once more. */
  | { kind: "feedback"; title: string; isRight: boolean; tryAgain: boolean; explanation: string | null }
  | {
      kind: "story";
      title: string;
      stimulus: StimulusScreen;
      practice: boolean;
      /** The story that the question before was about. */
      isSameStory: boolean;
    }
  | {
      kind: "answer";
      title: string;
      stimulus: StimulusScreen;
      practice: boolean;
      isSameStory: boolean;
      /** Asked on the same screen, below the answer. */
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
      /** Whether the answer that led here has just been saved: only then does the page lead on by itself. */
      isFresh: boolean;
      debrief: Debrief | null;
      /** The person's own page: what is stored, and withdrawing. Null in a preview. */
      privateUrl: string | null;
      /** Where our own code leads to the same page; null for people without one. */
      codePage: { url: string; isOtherCode: boolean } | null;
    };

/** What a reason is asked for: the statement or question, and the answer that was just given to it. */
export interface ExplainedAnswer {
  question: string | null;
  statement: string | null;
  answer: string;
}

/** What is true of everything that this one person was told. */
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
    /** The study's own words in that language. */
    words: OwnWords;
    theme: Protocol["theme"];
    contact: string;
  };
  screen: ScreenView;
  /** Index that the form posts to. */
  index: number;
  /** Place among all screens, for the progress line; null on the end page. */
  progress: { current: number; total: number; item: number | null; items: number } | null;
  /** How long the screen must be shown, and how much of that is left by the server's clock, in milliseconds. */
  dwell: { totalMs: number; remainingMs: number };
  problems: FieldProblem[];
  /** Until when the slot is kept; `lost` when it went to someone else in the meantime. Null before there is one. */
  slot: { keptUntil: string | null; lost: boolean } | null;
  /** What was typed or chosen before a refused post, so that nothing has to be given twice. */
  given: Record<string, string>;
  /** A post came before the dwell was over, from a page without a script; nothing is wrong, it only has to wait. */
  isEarly?: boolean;
  /** The same page in other languages, on the consent page of a study that has several. */
  choices?: readonly { language: string; href: string; isCurrent: boolean }[];
}

/** The item of the current screen, where it shows one. */
export interface ShownItem {
  screens: StimulusScreen[];
  /** Whether the item before was about the same story. */
  isSameStory: boolean;
  /** What an explanation explains; null before there is an answer. */
  about?: ExplainedAnswer | null;
}

/**
 * Puts one screen of the protocol into words.
 *
 * @param protocol in the session's `language`
 * @param item needed for story and answer screens
 * @param earlier answers to the pages before, on which questions may hang; null shows every question, as in a preview
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
      return { kind: "consent", title, text, boxes, agreeLabel, declineLabel, version };
    }
    case "text":
      return { kind: "text", title: screen.step.title, text: screen.step.text, isAgain: screen.again !== null };
    case "questions": {
      const { title, text, questions, check } = screen.step;
      const asked = earlier ? askedQuestions(questions, earlier) : questions;
      // What is right stays here. Where a text is read again first, that page says why.
      const withoutKey = asked.map(({ right: _key, ...question }) => question);
      return {
        kind: "questions",
        title,
        text,
        questions: withoutKey,
        isAgain: screen.again !== null && !check?.rereads,
      };
    }
    case "feedback":
      return viewFeedback(screen, earlier);
    case "explanation":
      return { kind: "explanation", question: screen.question, about: item?.about ?? null };
    case "practice": {
      const practised = screen.step.items[screen.position];
      if (!practised) throw new RangeError(`there is no practice item ${screen.position}`);
      const { levels, wording, layout } = practisedOf(screen.step, practised, language);
      const { titles } = presentationOf(protocol, practised.kind, language);
      const { screens } = renderStimulus(practised, levels, { wording, layout, titles });
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

/** What is said of the answer to a practice item; a preview has none and shows what follows a right one. */
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
  // Where no screen shows the story, there is no word about having read it before.
  const isSameStory = item.isSameStory && showsStory(item.screens);
  if (part === "story") return { kind: "story", title, stimulus, practice, isSameStory };
  return { kind: "answer", title, stimulus, practice, isSameStory, explanation };
}

/** Whether any screen of an item shows its story; without one there is nothing to read, and no dwell. */
export function showsStory(screens: readonly StimulusScreen[]): boolean {
  return screens.some(({ story }) => story !== null);
}

/**
 * What an answer says in the words of the screen that asked: the label of the chosen option.
 *
 * @returns null for an answer without a choice that the screen offers
 */
export function explainedAnswer(
  screens: readonly StimulusScreen[],
  choice: string | undefined,
): ExplainedAnswer | null {
  const asked = screens.find((screen) => screen.name === "answer");
  const chosen = asked?.options.find((option) => option.value === choice);
  return asked && chosen ? { question: asked.question, statement: asked.statement, answer: chosen.label } : null;
}

/** What an end page knows besides the protocol. */
export interface EndFacts {
  leaver: Leaver;
  /** HMAC-SHA256 with the study's secret, in hexadecimal digits; signs what a panel's address asks to be signed. */
  sign: (text: string) => string;
  isFresh: boolean;
  privateUrl: string | null;
  /** Where a code is entered to see what is stored. Null in a preview. */
  codeUrl: string | null;
}

/**
 * The end page of an outcome; that of a check that was missed where the check has one of its own.
 *
 * @param told what this person has been told, with the truth; no one gets it before the end
 * @param last the screen on which the session ended, where it is known
 */
export function viewEnd(
  protocol: Protocol,
  outcome: Outcome,
  facts: EndFacts,
  told: readonly DebriefLine[] = [],
  last: Screen | null = null,
): ScreenView {
  const own = outcome === "quality" && last && "step" in last ? missedRule(last.step)?.end : undefined;
  const { title, text } = own ?? protocol.ends[outcome];
  const { code, exit }: Departure = departure(protocol, outcome, facts.leaver, facts.sign);
  const debrief = protocol.debrief && told.length > 0 ? { ...protocol.debrief, lines: told } : null;
  const { isFresh, privateUrl, codeUrl, leaver } = facts;
  // A recruiter's code opens nothing here, so who was shown one is told where ours stands.
  const codePage =
    codeUrl && leaver.completionCode
      ? { url: codeUrl, isOtherCode: code !== null && code !== leaver.completionCode }
      : null;
  return { kind: "end", outcome, title, text, code, exit, isFresh, debrief, privateUrl, codePage };
}

/** How long an end page is seen before it leads on by itself, in seconds: enough to see that it is saved, and to stay. */
export const redirectSeconds = 6;

/**
 * Whether a session has ended so lately that no one can have been led on from its end page yet. Who comes back to that
 * page later, such as by the back button, was led on already and is left in peace.
 */
export function hasJustEnded(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() < redirectSeconds * 1000;
}

/** The address that an end page leads to by itself: a recruiter's, right after the save, and never away from a debrief. */
export function redirectOf(screen: ScreenView): string | null {
  if (screen.kind !== "end" || !screen.isFresh || screen.debrief) return null;
  return screen.exit?.kind === "link" && screen.exit.recruiter ? screen.exit.url : null;
}

/** Which screen of how many, for the progress line, and which item of how many, for the heading. */
export function viewProgress(screens: readonly Screen[], screen: Screen): SessionView["progress"] {
  const items = screens.filter((candidate) => candidate.kind === "answer").length;
  const isItem = "position" in screen && screen.kind !== "practice" && screen.kind !== "feedback";
  // A further try takes no one further, and anyone who passes never meets it.
  const main = screens.filter(({ again }) => again === null);
  const current = main.filter(({ index }) => index <= screen.index).length;
  return { current, total: main.length, item: isItem ? screen.position + 1 : null, items };
}
