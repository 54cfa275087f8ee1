import { formatCount } from "../format/figures.ts";
import type { AnswerRefusal } from "../items/kinds/item-kind.ts";
import { findTextProblem } from "../text.ts";
import { textLength } from "../text-length.ts";
import { boxKey } from "./check.ts";
import type { MessageKey } from "./languages/en.ts";
import type { MessageValues } from "./languages/messages.ts";
import type { ConsentBox } from "./protocol.ts";
import { confidenceKey, confidences, notKnown, type Question } from "./questions/question.ts";
import { type ReadQuestionAnswer, readAnswer } from "./questions/read-answer.ts";

export type FormFields = Readonly<Record<string, string | string[] | undefined>>;

export interface FieldProblem {
  field: string;
  /** In English, for researchers and API clients. */
  message: string;
  /**
   * The same message for the participant, in the participant's language; absent if only a forged request can cause the
   * problem.
   */
  said?: { key: MessageKey; values?: MessageValues };
}

/** The message for participants for each reason for which an item kind rejects an answer. */
export const reasonTexts = {
  missing: "chooseOne",
  "not-answered": "answerQuestion",
  "not-written": "writeSomething",
  "too-long": "tooLong",
  "not-storable": "notStorable",
  "not-offered": "notOffered",
  "nothing-selected": "selectWords",
  "selected-without-error": "selectedWithoutError",
  "not-a-position": "selectionUnfit",
} as const satisfies Readonly<Record<AnswerRefusal, MessageKey>>;

export type ParsedAnswers = { ok: true; answers: Record<string, string> } | { ok: false; problems: FieldProblem[] };

/**
 * Parses the answers to a screen's questions from a form or from JSON. Every problem names its field; unknown fields
 * are rejected, so that a misspelt field name in an integration does not silently lose an answer.
 *
 * A choice is stored with the protocol's value, several choices as a JSON list, and a number in plain digits. A text is
 * trimmed, and every line break becomes one line feed, because a plain form sends two characters for it and the script
 * sends one. The limit counts user-perceived characters, as the page does; a longer text is rejected, never truncated.
 * Nothing else is changed.
 */
export function parseAnswers(questions: readonly Question[], fields: FormFields): ParsedAnswers {
  const problems: FieldProblem[] = [];
  const answers: Record<string, string> = {};
  for (const field of Object.keys(fields)) {
    if (!questions.some((question) => fieldsOf(question).includes(field)))
      problems.push({ field, message: "is not a known field" });
  }
  for (const question of questions) {
    const read = readQuestion(question, fields);
    if (!read.ok) problems.push({ field: question.key, message: read.message, said: read.said });
    else if (read.value !== null) answers[question.key] = read.value;
    if (!question.confidence || !read.ok || read.value === null || read.value === notKnown) continue;
    const confidenceValue = fieldOf(fields, confidenceKey(question));
    if (typeof confidenceValue === "string" && confidences.some((one) => one === confidenceValue))
      answers[confidenceKey(question)] = confidenceValue;
    else problems.push({ field: confidenceKey(question), message: "says how sure", said: { key: "chooseOne" } });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers };
}

function fieldsOf(question: Question): string[] {
  return question.confidence ? [question.key, confidenceKey(question)] : [question.key];
}

function readQuestion(question: Question, fields: FormFields): ReadQuestionAnswer {
  const value = fieldOf(fields, question.key);
  return question.type === "text" ? readText(question, value) : readAnswer(question, value);
}

/** The submitted value of a field; never an inherited property, because a question may be named "constructor". */
function fieldOf(fields: FormFields, name: string): string | string[] | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function readText(
  question: Extract<Question, { type: "text" }>,
  given: string | string[] | undefined,
): ReadQuestionAnswer {
  if (question.dontKnow && [given ?? []].flat().includes(notKnown)) return { ok: true, value: notKnown };
  // The checkbox "I do not know" and the field have the same name; an empty field counts as missing.
  const [written, ...more] = [given ?? []].flat();
  if (more.length > 0) return { ok: false, message: "must be one answer, not several", said: { key: "chooseOne" } };
  const value = (written ?? "").replace(/\r\n?/g, "\n").trim();
  if (value === "") {
    if (!question.required) return { ok: true, value: null };
    return { ok: false, message: "Please write a few words.", said: { key: "writeSomething" } };
  }
  const limit = question.maximumLength;
  const excess = textLength(value) - limit;
  if (excess > 0) {
    const message = `is ${formatCount(excess)} characters too long (limit ${formatCount(limit)})`;
    return { ok: false, message, said: { key: "tooLong", values: { over: excess, limit } } };
  }
  const unstorable = findTextProblem(value, maxStoredLength);
  return unstorable ? { ok: false, message: unstorable, said: { key: "notStorable" } } : { ok: true, value };
}

/** Maximum length of one answer in code units; one user-perceived character can consist of many. */
const maxStoredLength = 50_000;

/**
 * Parses the consent form: the button, and the checkboxes if the person agrees. A person who declines need not tick any
 * checkbox, and ticked checkboxes are then not stored.
 */
export function parseConsent(boxes: readonly ConsentBox[], fields: FormFields): ParsedAnswers {
  const tickedBoxes = boxes.filter(({ key }) => fieldOf(fields, boxKey(key)) === "yes");
  const names = new Set(boxes.map(({ key }) => boxKey(key)));
  const otherFields = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
  const parsed = parseAnswers([consentQuestion], otherFields);
  if (!parsed.ok || parsed.answers.consent !== "yes") return parsed;
  const missing = boxes.filter((box) => box.required && !tickedBoxes.includes(box));
  if (missing.length > 0) {
    const problems = missing.map(({ key }): FieldProblem => {
      return { field: boxKey(key), message: "Please tick this box, or decline.", said: { key: "tickBox" } };
    });
    return { ok: false, problems };
  }
  const boxAnswers = boxes.map((box) => [boxKey(box.key), tickedBoxes.includes(box) ? "yes" : "no"]);
  return { ok: true, answers: { ...parsed.answers, ...Object.fromEntries(boxAnswers) } };
}

/** The consent form as a question, so that it can be parsed like any other question. */
export const consentQuestion: Question = {
  type: "choice",
  key: "consent",
  label: "Do you agree to take part?",
  help: "",
  choices: [
    { value: "yes", label: "Yes", endsAs: null },
    { value: "no", label: "No", endsAs: null },
  ],
};
