import type { Schema } from "@/lib/domain/schema.ts";
import { describeField } from "@/lib/domain/survey/studies/describe-field.ts";
import { AppError } from "../platform/errors/app-error.ts";

/** A form's value parsed by its schema; throws an error that contains the path and the name of the field. */
export function readDraft<Value>(schema: Schema<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const path = [...issue.path, issue.keys[0] ?? ""].map(String).join(".");
    throw fieldError(path, "is not a known field");
  }
  throw fieldError(issue?.path.map(String).join(".") ?? "", issue?.message ?? "is not valid");
}

/**
 * The error of one field with its name: "Consent, title: must not be empty." A message that is a full sentence is used
 * without the name.
 */
export function fieldError(path: string, message: string): AppError {
  const stop = /[.!?]$/.test(message) ? "" : ".";
  const fieldName = /^\p{Lu}/u.test(message) ? "" : describeField(path);
  return new AppError(
    "invalid",
    fieldName ? `${fieldName}: ${message}${stop}` : `${message}${stop}`,
    path || undefined,
  );
}
