/** Why an answer to a field is refused. */
export type AnswerProblemReason =
  | "missing"
  | "wrong-form"
  | "not-offered"
  | "too-few"
  | "too-many"
  | "outside-range"
  | "not-on-scale"
  | "too-short"
  | "too-long"
  | "wrong-pattern"
  | "no-unit"
  | "not-in-text"
  | "overlapping"
  | "unknown-span"
  | "unknown-field"
  | "rule";

/**
 * The result of checking an answer to one field: its normalized form, or the reason for the rejection with the remedy.
 */
export type CheckedAnswer<Value> =
  | { ok: true; value: Value }
  | { ok: false; reason: AnswerProblemReason; message: string };

export function acceptAnswer<Value>(value: Value): CheckedAnswer<Value> {
  return { ok: true, value };
}

export function refuseAnswer(
  reason: AnswerProblemReason,
  message: string,
): { ok: false; reason: AnswerProblemReason; message: string } {
  return { ok: false, reason, message };
}
