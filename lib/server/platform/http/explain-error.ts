import { classifyDatabaseError } from "../database/classify-error.ts";
import { logOutage } from "../database/log-outage.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * Returns an expected failure as an AppError, and null for a bug. An unavailable database and a text that the database
 * rejects are expected failures. A violated constraint is not, because code that expects one catches it.
 */
export function explainError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const kind = classifyDatabaseError(error);
  switch (kind) {
    case "unwritable":
    case "unavailable":
    case "timeout":
    case "conflict":
      logOutage(kind, error);
      return new AppError(
        "unavailable",
        "The database did not answer in time. Nothing is lost; please try again.",
        undefined,
        5,
      );
    case "badText":
      return new AppError("invalid", "A text contains characters that cannot be stored.");
    case "tooLarge":
      return new AppError("invalid", "A text is longer than can be stored.");
    default:
      return null;
  }
}

/** Whether Next threw this for a redirect or a "not found" response; such errors must be rethrown. */
export function isNextSignal(error: unknown): boolean {
  return readDigest(error).startsWith("NEXT_");
}

/** Whether it is Next's "not found" error. */
export function isNotFoundSignal(error: unknown): boolean {
  return readDigest(error) === "NEXT_HTTP_ERROR_FALLBACK;404";
}

function readDigest(error: unknown): string {
  const digest = (error as { digest?: unknown } | null)?.digest;
  return typeof digest === "string" ? digest : "";
}
