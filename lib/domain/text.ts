import * as z from "zod";
import { formatCount } from "./format/figures.ts";

/** Why a text may not be stored; null if it may. PostgreSQL rejects NUL and silently alters lone surrogates. */
export function findTextProblem(text: string, maximumLength: number): string | null {
  if (text.length > maximumLength) return `is longer than ${formatCount(maximumLength)} characters`;
  if (text.includes("\u0000")) return "contains a NUL character";
  if (!text.isWellFormed()) return "contains broken Unicode (half of a surrogate pair)";
  return null;
}

/** A string that can be stored unchanged: well-formed, without NUL, of limited length (UTF-16 code units). */
export function boundedText(maximumLength: number): z.ZodType<string, string> {
  return z.string().superRefine((text, context) => {
    const reason = findTextProblem(text, maximumLength);
    if (reason) context.addIssue({ code: "custom", message: reason });
  });
}

/** Like {@link boundedText}, and not blank. */
export function requiredText(maximumLength: number): z.ZodType<string, string> {
  return boundedText(maximumLength).refine((text) => text.trim() !== "", { message: "must not be empty" });
}

/** The first problem of an invalid value: its field and its message. */
export function firstProblem(error: z.ZodError): { field: string; message: string } {
  const issue = error.issues[0];
  if (issue?.code === "unrecognized_keys") return { field: issue.keys.join(", "), message: "is not a known field" };
  const field = issue?.path.map(String).join(".") ?? "";
  if (issue?.code === "invalid_type" && issue.message.endsWith("received undefined"))
    return { field, message: "is missing" };
  return { field, message: issue?.message ?? "is not valid" };
}
