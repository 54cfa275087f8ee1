import { answerSchema, type Item } from "../items/item.ts";
import type { KindScreen } from "../items/kinds/item-kind.ts";
import { renderStimulus } from "../items/stimulus.ts";
import { parseWords, textOfWords } from "../words/words.ts";
import { shownAfterKey } from "./branching/check-position.ts";
import { boxKey, checkKey, practiceKey } from "./check.ts";
import type { MessageKey } from "./languages/en.ts";
import { languageName, type Say } from "./languages/messages.ts";
import type { ParticipantData } from "./own-data.ts";
import type { Protocol } from "./protocol.ts";
import { answerValues } from "./questions/apply-rules.ts";
import { confidenceKey, notKnown, type Question } from "./questions/question.ts";
import type { Screen } from "./screens.ts";
import { presentPracticeItem } from "./step-presentation.ts";
import { formatDraft, timeOptionQuestion } from "./time-limit.ts";

type ParticipantAnswer = ParticipantData["answers"][number];

/** A protocol in the person's language. */
interface ProtocolInLanguage {
  protocol: Protocol;
  language: string;
}

/**
 * A person's answers on a screen that is not about an item of the study, as the person saw them: the labels of chosen
 * options, and other stored values with a label in the person's language.
 */
export function formatGivenAnswers(
  say: Say,
  { protocol, language }: ProtocolInLanguage,
  screen: Screen | undefined,
  given: Readonly<Record<string, string>>,
): ParticipantAnswer[] {
  const entries = Object.entries(given);
  // The answer comes first, then the values that are stored with it.
  const isNote = (key: string) => Number(Object.hasOwn(consentKeys, key));
  if (screen?.kind === "consent") entries.sort(([left], [right]) => isNote(left) - isNote(right));
  return entries.map(([key, value]): ParticipantAnswer => {
    const verdict = formatVerdict(say, protocol, key, value);
    if (verdict) return verdict;
    if (screen?.kind === "consent") return formatConsent(say, protocol, key, value);
    if (screen?.kind === "practice")
      return formatPracticeAnswer(say, screen, language, value) ?? { question: key, answer: value };
    const questions = questionsOf(screen, say);
    const question = questions.find((candidate) => candidate.key === key);
    if (question) return { question: question.label, answer: formatAnswer(say, question, value) };
    const confidenceQuestion = questions.find((candidate) => confidenceKey(candidate) === key);
    if (confidenceQuestion)
      return {
        question: `${confidenceQuestion.label} ${say("howSure")}`,
        answer: say("sureShare", { share: Number(value) }),
      };
    return { question: key, answer: value };
  });
}

/** A person's answer to an item, in the form of its input: the option, the selected words, or the text. */
export function formatItemResponse(
  say: Say,
  screens: readonly KindScreen[],
  item: Item,
  stored: unknown,
): ParticipantAnswer {
  const screenWithAnswer = screens.find(({ name }) => name === "answer");
  const { choice, spans = [], text, number, scale, confidence, timedOut } = answerSchema.safeParse(stored).data ?? {};
  const story = parseWords(item.story.text);
  const words = spans
    .filter(([start, end]) => start < end && end <= story.words.length)
    .map(([start, end]) => `“${textOfWords(story, { start, end })}”`);
  const parts = [
    screenWithAnswer?.options.find(({ value }) => value === choice)?.label ?? choice,
    ...words,
    text,
    number,
    scale,
    confidence === undefined ? undefined : say("sureShare", { share: confidence * 100 }),
    ...(timedOut ? [say("dataNotInTime"), formatDraft(timedOut)] : []),
  ];
  return {
    question: screenWithAnswer?.statement ?? screenWithAnswer?.question ?? item.text,
    answer: parts.filter((part) => part !== undefined && part !== "").join(" · "),
  };
}

const consentKeys: Readonly<Record<string, MessageKey>> = {
  version: "dataConsentVersion",
  hash: "dataConsentHash",
  language: "dataConsentLanguage",
};

function formatConsent(say: Say, { consent }: Protocol, key: string, value: string): ParticipantAnswer {
  if (key === "consent")
    return { question: consent.title, answer: value === "yes" ? consent.agreeLabel : consent.declineLabel };
  const box = consent.boxes?.find((candidate) => boxKey(candidate.key) === key);
  if (box) return { question: box.label, answer: say(value === "yes" ? "boxTicked" : "boxNotTicked") };
  const label = consentKeys[key];
  return { question: label ? say(label) : key, answer: key === "language" ? languageName(value) : value };
}

/** The result of a check or a practice item; null for anything else. */
function formatVerdict(say: Say, { steps }: Protocol, key: string, value: string): ParticipantAnswer | null {
  for (const step of steps) {
    if (key === checkKey(step)) {
      return { question: step.title, answer: say(value === "passed" ? "checkPassed" : "checkMissed") };
    }
    if (key === shownAfterKey(step))
      return { question: step.title, answer: say("shownAfter", { item: Number(value) }) };
    const items = step.kind === "practice" ? step.items : [];
    const item = items.find((_item, position) => key === practiceKey(step, position));
    if (item) return { question: item.text, answer: say(value === "right" ? "practiceRight" : "practiceWrong") };
  }
  return null;
}

function formatPracticeAnswer(
  say: Say,
  { step, position }: Extract<Screen, { kind: "practice" }>,
  language: string,
  stored: string,
): ParticipantAnswer | null {
  const item = step.items[position];
  if (!item) return null;
  const { levels, wording, layout } = presentPracticeItem(step, item, language);
  const { screens } = renderStimulus(item, levels, { wording, layout });
  const { question, answer } = formatItemResponse(say, screens, { attributes: {}, ...item }, readJson(stored));
  return { question: say("practiceTitle", { title: question }), answer };
}

function formatAnswer(say: Say, question: Question, value: string): string {
  const labelOf = (one: string) => {
    if (one === notKnown) return say("dontKnow");
    if (question.type !== "choice" && question.type !== "several") return one;
    return question.choices.find((choice) => choice.value === one)?.label ?? one;
  };
  return (question.type === "several" ? answerValues(value) : [value]).map(labelOf).join(" · ");
}

function questionsOf(screen: Screen | undefined, say: Say): readonly Question[] {
  switch (screen?.kind) {
    case "questions":
      return screen.step.questions;
    case "time-limit":
      return [timeOptionQuestion(say, screen.seconds)];
    case "explanation":
      return [screen.question];
    case "answer":
      return screen.explanation ? [screen.explanation] : [];
    default:
      return [];
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
