import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { EndpointPolicy } from "@/lib/domain/network/endpoint-policy.ts";
import { allBytes, boundedBytes } from "../platform/files/bounded-bytes.ts";
import { ForbiddenAddressError, guardedFetch } from "../platform/network/guarded-fetch.ts";

/** Where one call goes. */
export interface CallTarget {
  /** Up to and including "/v1". */
  url: string;
  key: string | null;
  timeoutMs: number;
  /** Which addresses may be called; left out: any. */
  reach?: EndpointPolicy | undefined;
}

/** Why an endpoint gave no text, in a sentence for the person who asked. */
export class ChatError extends Error {
  constructor(
    message: string,
    /** Whether asking again later may help. */
    readonly isTemporary: boolean,
    /** The same in one word, for counting. */
    readonly kind: string,
  ) {
    super(message);
  }
}

export interface ChatLimits {
  attempts: number;
  /** Null: the endpoint's own time limit. */
  timeoutMs: number | null;
  /** First pause; it doubles, with chance, up to a minute. A Retry-After of the endpoint counts instead. */
  pauseMs: number;
  /** Answers larger than this are refused while they arrive. */
  maximumBytes: number;
}

export const chatLimits: ChatLimits = { attempts: 5, timeoutMs: null, pauseMs: 1_000, maximumBytes: 2_000_000 };

export type CallOutcome<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; error: ChatError; retryAfterMs: number | null };

/**
 * Posts one JSON body and reads the answer's JSON. Whatever goes wrong comes back as an outcome: a status, a time-out, a cut
 * connection, a forbidden address, an answer that broke off or is too large.
 *
 * @param idempotencyKey names the question, so that an endpoint that knows such keys does the work once however often it is sent
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
    return unreached(error, target.timeoutMs);
  }
  if (!response.ok) {
    const error = refusal(response.status, ownWords(text, target.key));
    return { ok: false, error, retryAfterMs: retryAfter(response) };
  }
  try {
    return { ok: true, answer: JSON.parse(text) };
  } catch {
    return malformed("The endpoint's answer broke off or is not JSON.", true);
  }
}

/** An answer that arrived and is of no use. */
export function malformed(message: string, isTemporary: boolean): CallOutcome<never> {
  return { ok: false, error: new ChatError(message, isTemporary, "malformed"), retryAfterMs: null };
}

/** Waits before the next attempt: as long as the endpoint asks, else longer each time, with chance, up to a minute. */
export function pauseBefore(attempt: number, pauseMs: number, retryAfterMs: number | null): Promise<void> {
  return wait(retryAfterMs ?? Math.min(60_000, pauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
}

function unreached(error: unknown, timeoutMs: number): CallOutcome<never> {
  if (error instanceof ChatError) return { ok: false, error, retryAfterMs: null };
  if (error instanceof ForbiddenAddressError)
    return { ok: false, error: new ChatError(error.message, false, "forbidden-address"), retryAfterMs: null };
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const message = isLate
    ? `The endpoint did not answer within ${Math.round(timeoutMs / 1000)} s.`
    : "The endpoint could not be reached, or the connection broke.";
  return { ok: false, error: new ChatError(message, true, isLate ? "timeout" : "network"), retryAfterMs: null };
}

/** What happened, and what the endpoint itself says about it. */
function refusal(status: number, says: string): ChatError {
  const error = (sentence: string, isTemporary: boolean) =>
    new ChatError(`${sentence} (status ${status})${says === "" ? "." : `: “${says}”`}`, isTemporary, `http-${status}`);
  if (status === 401 || status === 403) return error("The endpoint refused the key", false);
  if (status === 404) return error("The endpoint does not know this address or model", false);
  if (status === 429) return error("The endpoint is busy or the quota is used up", true);
  if (status >= 500 || status === 408) return error("The endpoint failed", true);
  return error("The endpoint refused the request", false);
}

const errorSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** The endpoint's own error text, short, on one line and without the key; empty where it gives none. */
function ownWords(body: string, key: string | null): string {
  let said = body;
  try {
    const parsed = errorSchema.safeParse(JSON.parse(body));
    said = parsed.success ? parsed.data : "";
  } catch {
    if (/^\s*</u.test(body)) return "";
  }
  const line = said
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
  const safe = key === null || key === "" ? line : line.replaceAll(key, "…");
  return safe.length > 400 ? `${safe.slice(0, 399)}…` : safe;
}

/** Seconds or a date, at most five minutes; null where the endpoint names none. */
function retryAfter(response: Response): number | null {
  const value = response.headers.get("retry-after");
  if (!value) return null;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.min(300_000, Math.max(0, milliseconds)) : null;
}

async function readBounded(response: Response, maximumBytes: number): Promise<string> {
  const tooLarge = () => new ChatError("The endpoint's answer is too large.", false, "too-large");
  return new TextDecoder().decode(await allBytes(boundedBytes(response.body, maximumBytes, tooLarge)));
}
