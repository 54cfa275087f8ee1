import type { AppError, AppErrorCode } from "../errors/app-error.ts";
import { log } from "../log/log.ts";
import { explainError } from "./explain-error.ts";

/** Headers of every response of a route handler. It is never a page, so its content security policy allows nothing. */
export const responseHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** A value as a JSON response. */
export function jsonResponse(value: unknown, status = 200): Response {
  return Response.json(value ?? null, { status, headers: responseHeaders });
}

/**
 * A failure as `{ error: { code, message, field? } }` with the status of its code. An unexpected error is logged in
 * full; the response contains no details.
 */
export function errorResponse(error: unknown): Response {
  const { status, code, message, field, retryAfterSeconds } = describeFailure(error);
  const response = jsonResponse({ error: { code, message, ...(field ? { field } : {}) } }, status);
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(Math.ceil(retryAfterSeconds)));
  return response;
}

/**
 * A failure as problem details (RFC 9457), for a request with an API token, with the code and the field as extensions.
 */
export function problemResponse(error: unknown): Response {
  const { status, code, message, field, retryAfterSeconds } = describeFailure(error);
  const problem = {
    type: "about:blank",
    title: titles[code],
    status,
    detail: message,
    code,
    ...(field ? { field } : {}),
  };
  const response = jsonResponse(problem, status);
  response.headers.set("Content-Type", "application/problem+json");
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(Math.ceil(retryAfterSeconds)));
  if (status === 401) response.headers.set("WWW-Authenticate", "Bearer");
  return response;
}

const titles: Readonly<Record<AppErrorCode | "internal", string>> = {
  malformed: "Malformed request",
  unauthenticated: "Not authenticated",
  forbidden: "Forbidden",
  "not-found": "Not found",
  conflict: "Conflict",
  gone: "Gone",
  "too-large": "Content too large",
  unsupported: "Unsupported media type",
  invalid: "Invalid value",
  "too-many": "Too many requests",
  unavailable: "Service unavailable",
  internal: "Internal error",
};

interface Failure extends Partial<Pick<AppError, "field" | "retryAfterSeconds">> {
  status: number;
  code: AppErrorCode | "internal";
  message: string;
}

function describeFailure(error: unknown): Failure {
  const expected = explainError(error);
  if (expected) return expected;
  log("error", error instanceof Error ? error.message : String(error), undefined, error);
  return { status: 500, code: "internal", message: "Something went wrong here. It has been noted." };
}
