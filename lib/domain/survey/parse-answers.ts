import { refuseText } from "../text.ts";
import type { MessageKey, MessageValues } from "./languages/messages.ts";
import type { Question } from "./protocol.ts";
import { textLength } from "./text-length.ts";

export type FormFields = Readonly<Record<string, string | string[] | undefined>>;

export interface FieldProblem {
  field: string;
  /** In English, for machines and researchers. */
  message: string;
  /** The same for the participant, in the words of their language; absent where only a forged post gets it. */
  said?: { key: MessageKey; values?: MessageValues };
}

export type ParsedAnswers = { ok: true; answers: Record<string, string> } | { ok: false; problems: FieldProblem[] };

/**
 * Reads the answers to a screen's questions from a form or from JSON. Every problem is named with its field; unknown
 * fields are refused, so that a typo in an integration cannot lose an answer silently.
 *
 * A choice is kept in the protocol's own words. Of a text the white space around it is dropped and every line break
 * becomes one line feed: a plain form sends two characters for each, the script one, and the limit means what the page
 * counts, which is what a person sees as one character. A longer text is refused, never cut. Nothing else is changed.
 */
export function parseAnswers(questions: readonly Question[], fields: FormFields): ParsedAnswers {
  const problems: FieldProblem[] = [];
  const answers: Record<string, string> = {};
  for (const field of Object.keys(fields)) {
    if (!questions.some((question) => question.key === field))
      problems.push({ field, message: "is not a known field" });
  }
  for (const question of questions) {
    const value = readField(fields, question);
    const refusal = refuseAnswer(question, value);
    if (refusal) problems.push({ field: question.key, ...refusal });
    else if (typeof value === "string" && value.trim() !== "") {
      answers[question.key] = question.type === "text" ? value.trim() : value;
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers };
}

/** What was sent for a question; never what objects inherit, for a question may be called "constructor". */
function readField(fields: FormFields, question: Question): string | string[] | undefined {
  const value = Object.hasOwn(fields, question.key) ? fields[question.key] : undefined;
  return question.type === "text" && typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value;
}

function refuseAnswer(
  question: Question,
  value: string | string[] | undefined,
): Pick<FieldProblem, "message" | "said"> | null {
  if (Array.isArray(value)) return { message: "must be one answer, not several", said: { key: "chooseOne" } };
  if (value === undefined || value.trim() === "") {
    if (question.type === "choice") return { message: "Please choose one answer.", said: { key: "chooseOne" } };
    return question.required ? { message: "Please write a few words.", said: { key: "writeSomething" } } : null;
  }
  if (question.type === "choice") {
    const isOffered = question.choices.some((choice) => choice.value === value);
    return isOffered ? null : { message: "is not one of the answers offered", said: { key: "notOffered" } };
  }
  const limit = question.maximumLength;
  const over = textLength(value.trim()) - limit;
  if (over > 0) {
    const message = `is ${over.toLocaleString("en")} longer than ${limit.toLocaleString("en")} characters`;
    return { message, said: { key: "tooLong", values: { over, limit } } };
  }
  const unstorable = refuseText(value, mostStored);
  return unstorable ? { message: unstorable, said: { key: "notStorable" } } : null;
}

/** Code units of one answer at most; a single character that a person sees can be made of many. */
const mostStored = 50_000;

/** The consent form as a question, so that it is read like every other one. */
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
