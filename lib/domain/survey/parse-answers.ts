import { refuseText } from "../text.ts";
import type { Question } from "./protocol.ts";

export type FormFields = Readonly<Record<string, string | string[] | undefined>>;

export interface FieldProblem {
  field: string;
  message: string;
}

export type ParsedAnswers = { ok: true; answers: Record<string, string> } | { ok: false; problems: FieldProblem[] };

/**
 * Reads the answers to a screen's questions from a form or from JSON. Every problem is named with its field; unknown
 * fields are refused, so that a typo in an integration cannot lose an answer silently.
 *
 * A choice is kept in the protocol's own words. Of a text the white space around it is dropped and every line break
 * becomes one line feed: a plain form sends two characters for each, the script one, and the limit means what the page
 * counts. Nothing else is changed.
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
    const message = refuseAnswer(question, value);
    if (message) problems.push({ field: question.key, message });
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

function refuseAnswer(question: Question, value: string | string[] | undefined): string | null {
  if (Array.isArray(value)) return "must be one answer, not several";
  if (value === undefined || value.trim() === "") {
    if (question.type === "choice") return "Please choose one answer.";
    return question.required ? "Please write a few words." : null;
  }
  if (question.type === "choice") {
    return question.choices.some((choice) => choice.value === value) ? null : "is not one of the answers offered";
  }
  return refuseText(value, question.maximumLength);
}

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
