import { RE2JS } from "re2js";
import { formatCount } from "../../format/figures.ts";
import { findTextProblem } from "../../text.ts";
import type { FieldOfType, SimpleField } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import { acceptAnswer, type CheckedAnswer, refuseAnswer } from "./checked.ts";
import { fieldOptions } from "./field-options.ts";
import { type FieldAnswer, quantitySchema } from "./task-answer.ts";

/** Checks the answer to a choice, a list of choices, a rating, a number or a text. */
export function checkSimple(field: SimpleField, given: FieldAnswer, fields: TaskFields): CheckedAnswer<FieldAnswer> {
  switch (field.type) {
    case "choice":
      return checkChoice(field, given, fields);
    case "several":
      return checkSeveral(field, given, fields);
    case "rating":
      return checkRating(field, given);
    case "number":
      return checkNumber(field, given);
    case "text":
      return checkText(field, given);
  }
}

function checkChoice(field: FieldOfType<"choice">, given: FieldAnswer, fields: TaskFields): CheckedAnswer<FieldAnswer> {
  const isOffered = fieldOptions(field, fields).some(({ value }) => value === given);
  return isOffered ? acceptAnswer(given) : refuseAnswer("not-offered", "choose one of the options");
}

/** Checks a list of options, and sorts it in the order of the field, so that equal selections give equal answers. */
function checkSeveral(
  field: FieldOfType<"several">,
  given: FieldAnswer,
  fields: TaskFields,
): CheckedAnswer<FieldAnswer> {
  if (!Array.isArray(given)) return refuseAnswer("wrong-form", "choose from the options");
  const offeredValues = fieldOptions(field, fields).map(({ value }) => value);
  const chosenValues = new Set<unknown>(given);
  if ([...chosenValues].some((value) => typeof value !== "string" || !offeredValues.includes(value)))
    return refuseAnswer("not-offered", "choose only from the options");
  const bounds = countProblem(chosenValues.size, field, "option", "choose");
  return bounds ?? acceptAnswer(offeredValues.filter((value) => chosenValues.has(value)));
}

/** Rejects too few or too many members; null if the number is allowed. */
export function countProblem(
  count: number,
  { minimum, maximum }: { minimum?: number | undefined; maximum?: number | undefined },
  noun: string,
  verb: string,
): ReturnType<typeof refuseAnswer> | null {
  if (minimum !== undefined && count < minimum)
    return refuseAnswer("too-few", `${verb} at least ${minimum} ${noun}${minimum === 1 ? "" : "s"}`);
  if (maximum !== undefined && count > maximum)
    return refuseAnswer("too-many", `${verb} at most ${maximum} ${noun}${maximum === 1 ? "" : "s"}`);
  return null;
}

function checkRating(field: FieldOfType<"rating">, given: FieldAnswer): CheckedAnswer<FieldAnswer> {
  const { minimum, maximum, step } = field;
  if (typeof given !== "number") return refuseAnswer("wrong-form", `choose a value from ${minimum} to ${maximum}`);
  if (given < minimum || given > maximum)
    return refuseAnswer("outside-range", `choose a value from ${minimum} to ${maximum}`);
  const steps = (given - minimum) / step;
  // The tolerance is needed because steps such as 0.1 have no exact binary form.
  if (Math.abs(steps - Math.round(steps)) > 1e-6)
    return refuseAnswer("not-on-scale", `choose a value in steps of ${step}`);
  return acceptAnswer(given);
}

function checkNumber(field: FieldOfType<"number">, given: FieldAnswer): CheckedAnswer<FieldAnswer> {
  const parsed = quantitySchema.safeParse(typeof given === "number" ? { value: given } : given);
  if (!parsed.success) return refuseAnswer("wrong-form", "enter a number");
  const { value } = parsed.data;
  if (field.isWhole && !Number.isInteger(value)) return refuseAnswer("wrong-form", "enter a whole number");
  const unit = parsed.data.unit ?? (field.units.length === 1 ? field.units[0]?.name : undefined);
  const knownUnit = field.units.find(({ name }) => name === unit);
  if (field.units.length > 0 && !knownUnit)
    return refuseAnswer("no-unit", `choose the unit: ${field.units.map(({ name }) => name).join(", ")}`);
  if (field.units.length === 0 && unit !== undefined) return refuseAnswer("no-unit", "enter the number without a unit");
  const valueInFirstUnit = value * (knownUnit?.factor ?? 1);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  if (valueInFirstUnit < minimum || valueInFirstUnit > maximum)
    return refuseAnswer("outside-range", `enter a number ${formatBounds(field)}`);
  return acceptAnswer({ value, ...(unit === undefined ? {} : { unit }) });
}

function formatBounds({ minimum, maximum, units }: FieldOfType<"number">): string {
  const unit = units[0] ? ` ${units[0].name}` : "";
  if (minimum === undefined) return `up to ${maximum}${unit}`;
  return maximum === undefined ? `from ${minimum}${unit} on` : `from ${minimum} to ${maximum}${unit}`;
}

function checkText(field: FieldOfType<"text">, given: FieldAnswer): CheckedAnswer<FieldAnswer> {
  if (typeof given !== "string") return refuseAnswer("wrong-form", "enter a text");
  const text = given.trim();
  if (text.length < field.minimum)
    return refuseAnswer("too-short", `enter at least ${formatCount(field.minimum)} characters`);
  if (text.length > field.maximum)
    return refuseAnswer("too-long", `shorten the text to ${formatCount(field.maximum)} characters`);
  const unstorable = findTextProblem(text, field.maximum);
  if (unstorable) return refuseAnswer("wrong-form", `remove what cannot be stored: the text ${unstorable}`);
  if (field.pattern !== undefined && !RE2JS.compile(field.pattern).matches(text))
    return refuseAnswer("wrong-pattern", "enter a text of the required form");
  return acceptAnswer(text);
}
