import { log } from "../log/log.ts";
import { explainError } from "./explain-error.ts";

/** Headers of every response of a route handler. It is never a page, so its policy allows nothing. */
export const answerHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** A value as a JSON response. */
export function jsonResponse(value: unknown, status = 200): Response {
  return Response.json(value ?? null, { status, headers: answerHeaders });
}

/**
 * A failure as `{ error: { code, message, field? } }` with the status of its code. An unexpected error is logged in
 * full; the response contains no details.
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
