import type { FieldOfType } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import { acceptAnswer, type CheckedAnswer, refuseAnswer } from "./checked.ts";
import { fieldOptions } from "./field-options.ts";
import { type FieldAnswer, preferenceSchema } from "./task-answer.ts";

/** Checks a ranking: it must have as many distinct options as the field requires, the best first. */
export function checkRanking(
  field: FieldOfType<"ranking">,
  given: FieldAnswer,
  fields: TaskFields,
): CheckedAnswer<FieldAnswer> {
  if (!Array.isArray(given)) return refuseAnswer("wrong-form", "rank the options");
  const offeredValues = fieldOptions(field, fields).map(({ value }) => value);
  const expectedCount = Math.min(field.top ?? offeredValues.length, offeredValues.length);
  if (given.some((value) => typeof value !== "string" || !offeredValues.includes(value)))
    return refuseAnswer("not-offered", "rank only the options");
  if (new Set<unknown>(given).size < given.length)
    return refuseAnswer("overlapping", "give each option a different rank");
  if (given.length < expectedCount) return refuseAnswer("too-few", `rank ${expectedCount} options`);
  return given.length > expectedCount
    ? refuseAnswer("too-many", `rank only the best ${expectedCount}`)
    : acceptAnswer(given);
}

/** Checks a preference and its strength. If the field has only strength 1, a missing strength is set to 1. */
export function checkPreference(field: FieldOfType<"pairwise">, given: FieldAnswer): CheckedAnswer<FieldAnswer> {
  const parsed = preferenceSchema.safeParse(given);
  if (!parsed.success) return refuseAnswer("wrong-form", "choose which one you prefer");
  const { preferred, strength } = parsed.data;
  if (preferred === "tie")
    return field.allowTie ? acceptAnswer({ preferred }) : refuseAnswer("not-offered", "choose one of the two");
  const checkedStrength = strength ?? (field.strength === 1 ? 1 : undefined);
  if (checkedStrength === undefined || checkedStrength > field.strength)
    return refuseAnswer("not-offered", `choose a strength from 1 to ${field.strength}`);
  return acceptAnswer({ preferred, strength: checkedStrength });
}
