import { log } from "../log/log.ts";
import { explainError } from "./explain-error.ts";

/** Headers that every answer of a route handler has. It never contains a page, so its policy allows nothing. */
export const answerHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** A value as a JSON answer. */
export function jsonResponse(value: unknown, status = 200): Response {
  return Response.json(value ?? null, { status, headers: answerHeaders });
}

/**
 * A failure as `{ error: { code, message, field? } }` with the status of its code. A bug is logged whole and answered
 * with nothing that an outsider could learn from.
 */
export function errorResponse(error: unknown): Response {
  const expected = explainError(error);
  if (!expected) {
    log("error", error instanceof Error ? error.message : String(error), undefined, error);
    return jsonResponse({ error: { code: "internal", message: "Something went wrong here. It has been noted." } }, 500);
  }
  const { code, message, field, status, retryAfterSeconds } = expected;
  const response = jsonResponse({ error: { code, message, ...(field ? { field } : {}) } }, status);
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(Math.ceil(retryAfterSeconds)));
  return response;
}
