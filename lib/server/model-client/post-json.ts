import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { EndpointPolicy } from "@/lib/domain/network/endpoint-policy.ts";
import { boundedBytes, collectBytes } from "../platform/files/bounded-bytes.ts";
import { ForbiddenAddressError, guardedFetch } from "../platform/network/guarded-fetch.ts";

/** The destination of one call. */
export interface CallTarget {
  /** Up to and including "/v1". */
  url: string;
  key: string | null;
  timeoutMs: number;
  /** The addresses that may be called; undefined for any address. */
  reach?: EndpointPolicy | undefined;
}

/** Why an endpoint returned no text, as a sentence for the user. */
export class ChatError extends Error {
  constructor(
    message: string,
    /** Whether a later retry may help. */
    readonly isTemporary: boolean,
    /** The kind of the error in one word, for counting. */
    readonly kind: string,
  ) {
    super(message);
  }
}

export interface ChatLimits {
  attempts: number;
  /** Null: the endpoint's own timeout. */
  timeoutMs: number | null;
  /**
   * The first delay. It doubles for each attempt, with jitter, up to a minute. The endpoint's Retry-After takes
   * precedence.
   */
  pauseMs: number;
  /** Larger responses are aborted. */
  maximumBytes: number;
}

export const chatLimits: ChatLimits = { attempts: 5, timeoutMs: null, pauseMs: 1_000, maximumBytes: 2_000_000 };

export type CallOutcome<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; error: ChatError; retryAfterMs: number | null };

/**
 * Posts a JSON body and parses the JSON response. Every failure is returned as an outcome: an error status, a timeout,
 * a closed connection, a forbidden address, or a response that is truncated or too large.
 *
 * @param idempotencyKey identifies the question, so that an endpoint that supports such keys processes it once
 */
export async function postJson(
  target: CallTarget,
  path: string,
  body: object,
  maximumBytes: number,
  idempotencyKey?: string,
): Promise<CallOutcome<unknown>> {
  let response: Response;
  let text: string;
  try {
    response = await guardedFetch(`${target.url.replace(/\/+$/, "")}${path}`, target.reach ?? "any", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(target.key && { authorization: `Bearer ${target.key}` }),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(target.timeoutMs),
    });
    text = await readBounded(response, maximumBytes);
  } catch (error) {
    return connectionFailure(error, target.timeoutMs);
  }
  if (!response.ok) {
    const error = statusError(response.status, extractErrorMessage(text, target.key));
    return { ok: false, error, retryAfterMs: readRetryAfter(response) };
  }
  try {
    return { ok: true, answer: JSON.parse(text) };
  } catch {
    return malformedResponse("The endpoint's response is truncated or not JSON.", true);
  }
}

/** A response that is unusable. */
export function malformedResponse(message: string, isTemporary: boolean): CallOutcome<never> {
  return { ok: false, error: new ChatError(message, isTemporary, "malformed"), retryAfterMs: null };
}

/**
 * Waits before the next attempt: as long as the endpoint requests, otherwise with exponential backoff and jitter, up to
 * a minute.
 */
export function waitBeforeAttempt(attempt: number, pauseMs: number, retryAfterMs: number | null): Promise<void> {
  return wait(retryAfterMs ?? Math.min(60_000, pauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
}

function connectionFailure(error: unknown, timeoutMs: number): CallOutcome<never> {
  if (error instanceof ChatError) return { ok: false, error, retryAfterMs: null };
  if (error instanceof ForbiddenAddressError)
    return { ok: false, error: new ChatError(error.message, false, "forbidden-address"), retryAfterMs: null };
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  const message = isTimeout
    ? `The endpoint did not respond within ${Math.round(timeoutMs / 1000)} s.`
    : "The endpoint could not be reached, or the connection was closed.";
  return { ok: false, error: new ChatError(message, true, isTimeout ? "timeout" : "network"), retryAfterMs: null };
}

/** The failure, with the endpoint's own error message. */
function statusError(status: number, endpointMessage: string): ChatError {
  const error = (sentence: string, isTemporary: boolean) =>
    new ChatError(
      `${sentence} (status ${status})${endpointMessage === "" ? "." : `: “${endpointMessage}”`}`,
      isTemporary,
      `http-${status}`,
    );
  if (status === 401 || status === 403) return error("The endpoint refused the key", false);
  if (status === 404) return error("The endpoint has no such address or model", false);
  if (status === 429) return error("The endpoint is busy, or its quota is exhausted", true);
  if (status >= 500 || status === 408) return error("The endpoint failed", true);
  return error("The endpoint refused the request", false);
}

const errorSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** The endpoint's error message, shortened, on one line and without the key; empty if there is none. */
function extractErrorMessage(body: string, key: string | null): string {
  let errorText = body;
  try {
    const parsed = errorSchema.safeParse(JSON.parse(body));
    errorText = parsed.success ? parsed.data : "";
  } catch {
    if (/^\s*</u.test(body)) return "";
  }
  const line = errorText
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  const redacted = key === null || key === "" ? line : line.replaceAll(key, "…");
  return redacted.length > 400 ? `${redacted.slice(0, 399)}…` : redacted;
}

/**
 * The delay that `Retry-After` requests (in seconds or as a date), in milliseconds and at most five minutes. Null if
 * the endpoint does not send the header.
 */
function readRetryAfter(response: Response): number | null {
  const value = response.headers.get("retry-after");
  if (!value) return null;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.min(300_000, Math.max(0, milliseconds)) : null;
}

async function readBounded(response: Response, maximumBytes: number): Promise<string> {
  const tooLarge = () => new ChatError("The endpoint's response is too large.", false, "too-large");
  return new TextDecoder().decode(await collectBytes(boundedBytes(response.body, maximumBytes, tooLarge)));
}
