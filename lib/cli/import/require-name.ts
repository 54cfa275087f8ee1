import { requiredText } from "../../domain/text.ts";
import { UsageError } from "../io.ts";

/** Returns a valid name; throws an error with the reason for an invalid one. */
export function requireName(option: string, value: string): string {
  const parsed = requiredText(200).safeParse(value.trim());
  if (parsed.success) return parsed.data;
  throw new UsageError(`${option} ${parsed.error.issues[0]?.message ?? "is not a name"}`);
}
