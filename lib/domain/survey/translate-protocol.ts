import { itemKinds } from "../items/kinds/registry.ts";
import { itemWording, newestWordsEdition } from "./languages/item-wording.ts";
import type { CustomTexts } from "./languages/messages.ts";
import type { Protocol } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";
import type { Choice, Question } from "./questions/question.ts";

/**
 * The texts of a protocol in another language, by their names in `listTexts`, with the study's custom interface texts
 * in that language.
 */
export interface ProtocolTranslation {
  texts: Readonly<Record<string, string>>;
  words?: CustomTexts | undefined;
}

/** One text for participants, with a name that is stable when steps are moved. */
export interface NamedText {
  name: string;
  text: string;
}

/**
 * Applies a function to every text of a protocol; the name of a text identifies its location. Empty texts are skipped.
 */
function mapTexts(protocol: Protocol, change: (name: string, text: string) => string): Protocol {
  const changeText = (name: string, text: string) => (text === "" ? text : change(name, text));
  return {
    ...protocol,
    ...(protocol.publicTitle !== undefined && { publicTitle: changeText("publicTitle", protocol.publicTitle) }),
    contact: changeText("contact", protocol.contact),
    consent: {
      ...protocol.consent,
      title: changeText("consent.title", protocol.consent.title),
      text: changeText("consent.text", protocol.consent.text),
      agreeLabel: changeText("consent.agree", protocol.consent.agreeLabel),
      declineLabel: changeText("consent.decline", protocol.consent.declineLabel),
      ...(protocol.consent.boxes && {
        boxes: protocol.consent.boxes.map((box) => ({
          ...box,
          label: changeText(`consent.box.${box.key}`, box.label),
        })),
      }),
    },
    steps: protocol.steps.map((step) => mapStep(step, (name, text) => changeText(`step.${step.key}.${name}`, text))),
    ends: Object.fromEntries(
      Object.entries(protocol.ends).map(([outcome, end]) => [
        outcome,
        {
          ...end,
          title: changeText(`end.${outcome}.title`, end.title),
          text: changeText(`end.${outcome}.text`, end.text),
        },
      ]),
    ) as Protocol["ends"],
    ...(protocol.debrief && {
      debrief: {
        ...protocol.debrief,
        title: changeText("debrief.title", protocol.debrief.title),
        text: changeText("debrief.text", protocol.debrief.text),
      },
    }),
  };
}

function mapStep(step: ProtocolStep, at: (name: string, text: string) => string): ProtocolStep {
  const title = at("title", step.title);
  switch (step.kind) {
    case "text":
    case "exit":
      return { ...step, title, text: at("text", step.text) };
    case "questions":
      return {
        ...step,
        title,
        text: at("text", step.text),
        questions: step.questions.map((question) => mapQuestion(question, at)),
        ...(step.check && { check: mapCheckEnd(step.check, at) }),
      };
    case "practice":
      return {
        ...step,
        title,
        wording: mapWording(step.wording, at),
        items: step.items.map((item, index) => ({
          ...item,
          story: {
            ...item.story,
            title: at(`item.${index}.title`, item.story.title),
            text: at(`item.${index}.story`, item.story.text),
          },
          text: at(`item.${index}.text`, item.text),
          options: item.options.map((option, place) => at(`item.${index}.option.${place}`, option)),
          ...(item.explanation && { explanation: at(`item.${index}.explanation`, item.explanation) }),
        })),
        ...(step.training && { training: mapCheckEnd(step.training, at) }),
      };
    case "items":
      return {
        ...step,
        title,
        wording: mapWording(step.wording, at),
        explanation: step.explanation && {
          ...step.explanation,
          label: at("explanation.label", step.explanation.label),
          help: at("explanation.help", step.explanation.help),
        },
      };
  }
}

/** Translates the separate end page of a failed check, if there is one. */
function mapCheckEnd<Rule extends { end?: { title: string; text: string } | undefined }>(
  rule: Rule,
  at: (name: string, text: string) => string,
): Rule {
  return rule.end
    ? { ...rule, end: { title: at("end.title", rule.end.title), text: at("end.text", rule.end.text) } }
    : rule;
}

function mapQuestion(question: Question, at: (name: string, text: string) => string): Question {
  const name = `question.${question.key}`;
  const translatedTexts = { label: at(`${name}.label`, question.label), help: at(`${name}.help`, question.help) };
  switch (question.type) {
    case "choice":
    case "several":
      return { ...question, ...translatedTexts, choices: mapChoices(question.choices, name, at) };
    case "number":
      return { ...question, ...translatedTexts, unit: at(`${name}.unit`, question.unit) };
    case "scale":
      return {
        ...question,
        ...translatedTexts,
        minimumLabel: at(`${name}.minimum`, question.minimumLabel),
        maximumLabel: at(`${name}.maximum`, question.maximumLabel),
      };
    case "text":
      return { ...question, ...translatedTexts };
  }
}

function mapChoices(choices: readonly Choice[], name: string, at: (name: string, text: string) => string): Choice[] {
  return choices.map((choice) => ({ ...choice, label: at(`${name}.choice.${choice.value}`, choice.label) }));
}

function mapWording(wording: Readonly<Record<string, string>>, at: (name: string, text: string) => string) {
  return Object.fromEntries(Object.entries(wording).map(([key, text]) => [key, at(`wording.${key}`, text)]));
}

/** Every text of a protocol for participants, in display order. */
export function listTexts(protocol: Protocol): NamedText[] {
  const texts: NamedText[] = [];
  mapTexts(protocol, (name, text) => {
    texts.push({ name, text });
    return text;
  });
  return texts;
}

/**
 * Texts that may be equal in all languages (a name and a URL). Older translations without these texts are therefore
 * still complete.
 */
const optionalTexts: readonly string[] = ["publicTitle", "contact"];

/** The texts that a translation lacks. A language is offered to participants if its translation lacks none. */
export function listMissingTexts(protocol: Protocol, translation: ProtocolTranslation): NamedText[] {
  return listTexts(protocol).filter(({ name }) => !optionalTexts.includes(name) && !translation.texts[name]?.trim());
}

/**
 * The languages that participants may choose: the study's own language first, then those with a complete translation.
 */
export function listOfferedLanguages(studyLanguage: string, protocol: Protocol): string[] {
  const translatedLanguages = Object.entries(protocol.translations ?? {})
    .filter(
      ([language, translation]) => language !== studyLanguage && listMissingTexts(protocol, translation).length === 0,
    )
    .map(([language]) => language);
  return [studyLanguage, ...translatedLanguages];
}

/**
 * The protocol in another language. The stored values of answers do not change, because choices keep their values. The
 * texts of item kinds are in that language unless the study overrides them.
 */
export function translateProtocol(protocol: Protocol, studyLanguage: string, language: string): Protocol {
  const translation = language === studyLanguage ? undefined : protocol.translations?.[language];
  if (!translation) return protocol;
  const translatedProtocol = mapTexts(protocol, (name, text) => translation.texts[name]?.trim() || text);
  return { ...translatedProtocol, words: translation.words ?? {} };
}

/** The part of a step that determines its texts for the items of a kind. */
export type StepWording = Pick<Extract<ProtocolStep, { kind: "items" | "practice" }>, "wording" | "wordsEdition">;

/**
 * The texts around an item of a kind in a language: the study's own texts, otherwise the texts of the kind in that
 * language.
 */
export function stepWording(step: StepWording, kind: string, language: string): Record<string, string> {
  const edition = step.wordsEdition ?? 1;
  const words = { ...itemKinds[kind]?.wording, ...itemWording(kind, language, edition), ...step.wording };
  for (const [reversed, plain] of Object.entries(reversedWords)) {
    if (!Object.hasOwn(words, reversed) || Object.hasOwn(step.wording, reversed)) continue;
    // A study's own instruction applies to both orders of the answers, unless the study has a separate instruction for
    // the reversed order.
    if (edition < 2 || Object.hasOwn(step.wording, plain)) words[reversed] = words[plain] ?? "";
  }
  return words;
}

/** Names of the texts for the reversed order of the answers, with the names of the corresponding normal texts. */
const reversedWords: Readonly<Record<string, string>> = { answerInstructionNoFirst: "answerInstruction" };

/** Sets the newest edition of the item kinds' texts in the steps of a protocol; used for new studies. */
export function withNewestWords(protocol: Protocol): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) =>
      step.kind === "items" || step.kind === "practice" ? { ...step, wordsEdition: newestWordsEdition } : step,
    ),
  };
}
