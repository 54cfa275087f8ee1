import { requiredText } from "../../domain/text.ts";
import { UsageError } from "../io.ts";

/** Returns the trimmed name; throws a `UsageError` with the reason if the name is invalid. */
export function requireName(option: string, value: string): string {
  const parsed = requiredText(200).safeParse(value.trim());
  if (parsed.success) return parsed.data;
  throw new UsageError(`${option} ${parsed.error.issues[0]?.message ?? "is not a name"}`);
}
