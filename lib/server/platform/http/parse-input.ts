import type { Schema } from "@/lib/domain/schema.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import { AppError } from "../errors/app-error.ts";

/** Returns the parsed value; throws an error that names the field and its problem. */
export function parseInput<Value>(schema: Schema<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error);
  throw new AppError("invalid", toSentence(field, message), field || undefined);
}

/** "name: must not be empty" as a sentence. */
function toSentence(field: string, message: string): string {
  const stop = /[.!?]$/.test(message) ? "" : ".";
  return field ? `“${field}” ${message}${stop}` : `${message}${stop}`;
}
