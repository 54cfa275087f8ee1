import type { MessageKey } from "../languages/en.ts";
import type { MessageValues } from "../languages/messages.ts";
import { notKnown, type Question } from "./question.ts";

/** The parsed answer in its stored form (null if there is none), or the reason why it is invalid. */
export type ReadQuestionAnswer =
  | { ok: true; value: string | null }
  | { ok: false; message: string; said: { key: MessageKey; values?: MessageValues } };

/**
 * Parses the answer to a question without free text: a choice, several choices as a JSON list in the order of the
 * question, or a number or point of a scale in plain digits. If "I do not know" is offered, it is an answer and
 * replaces all other answers.
 */
export function readAnswer(
  question: Exclude<Question, { type: "text" }>,
  given: string | readonly string[] | undefined,
): ReadQuestionAnswer {
  const values = [given ?? []].flat().filter((value) => value.trim() !== "");
  if (question.dontKnow && values.includes(notKnown)) return { ok: true, value: notKnown };
  if (values.length === 0) {
    if (question.required === false) return { ok: true, value: null };
    return question.type === "number" || (question.type === "scale" && question.look === "slider")
      ? createProblem("Please write a number.", "writeNumber")
      : createProblem("Please choose one answer.", "chooseOne");
  }
  if (question.type === "several") return readSeveral(question, values);
  if (values.length > 1) return createProblem("must be one answer, not several", "chooseOne");
  const [value = ""] = values;
  if (question.type === "choice") {
    if (question.choices.some((choice) => choice.value === value)) return { ok: true, value };
    return createProblem("is not one of the answers offered", "notOffered");
  }
  return readNumber(question, value);
}

function readSeveral(question: Extract<Question, { type: "several" }>, values: readonly string[]): ReadQuestionAnswer {
  const chosenValues = question.choices.map(({ value }) => value).filter((value) => values.includes(value));
  if (values.some((value) => !chosenValues.includes(value)))
    return createProblem("is not one of the answers offered", "notOffered");
  return { ok: true, value: JSON.stringify(chosenValues) };
}

function readNumber(question: Extract<Question, { type: "number" | "scale" }>, written: string): ReadQuestionAnswer {
  const number = parseNumber(written);
  const isWhole = question.type === "scale" || question.isWhole;
  if (number === null) return createProblem("is not a number", "writeNumber");
  if (isWhole && !Number.isInteger(number)) return createProblem("is not a whole number", "wholeNumber");
  const { minimum, maximum } = question;
  if ((minimum !== null && number < minimum) || (maximum !== null && number > maximum)) {
    const bounds = `${minimum ?? "any"} to ${maximum ?? "any"}`;
    if (minimum === null) return createProblem(`is not in ${bounds}`, "numberAtMost", { maximum: maximum ?? 0 });
    if (maximum === null) return createProblem(`is not in ${bounds}`, "numberAtLeast", { minimum });
    return createProblem(`is not in ${bounds}`, "numberBetween", { minimum, maximum });
  }
  return { ok: true, value: String(number) };
}

/** Parses digits of any script, with a decimal point or comma; null for anything else. */
export function parseNumber(written: string): number | null {
  const plain = written
    .trim()
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[,\u066b]/g, ".")
    .replace(/^\u2212/, "-");
  return /^-?\d{1,12}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}

function createProblem(message: string, key: MessageKey, values?: MessageValues): ReadQuestionAnswer {
  return { ok: false, message, said: values ? { key, values } : { key } };
}
