import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { allBytes, boundedBytes } from "../platform/files/bounded-bytes.ts";
import { ForbiddenAddressError, guardedFetch } from "../platform/network/guarded-fetch.ts";
import type { LlmEndpoint } from "./endpoint.ts";

export interface ChatRequest {
  system: string;
  user: string;
  seed: number | null;
  maximumTokens: number;
}

export interface ChatAnswer {
  text: string;
  model: string;
  tokens: { prompt: number | null; completion: number | null };
  /** From the prices of the endpoint's settings; null where they or the counts are missing. */
  costUsd: number | null;
  attempts: number;
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

/** Told of every single request, the failed ones included, so that what was spent can be added up. */
export type ObserveCall = (call: {
  attempt: number;
  /** "ok", or what went wrong as one word: "http-429", "network", "malformed". */
  outcome: string;
  tokens: ChatAnswer["tokens"] | null;
  costUsd: number | null;
  elapsedMs: number;
}) => Promise<void>;

export const chatLimits: ChatLimits = { attempts: 5, timeoutMs: null, pauseMs: 1_000, maximumBytes: 2_000_000 };

const answerSchema = z.object({
  model: z.string().optional(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullable() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

/**
 * One chat completion from any OpenAI-compatible endpoint. Too many requests, faults of the server, a cut connection and
 * time-outs are tried again; a refused key or request is not. A request that is refused for one of the older fields
 * (`max_tokens`, `temperature`, `seed`) is sent once more at once in the form that the model wants.
 */
export async function completeChat(
  endpoint: LlmEndpoint,
  request: ChatRequest,
  limits: ChatLimits = chatLimits,
  observe: ObserveCall = async () => undefined,
): Promise<ChatAnswer> {
  let fields = fieldsOf(endpoint, request);
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const outcome = await ask(endpoint, { request, fields }, limits);
    await observe({
      attempt,
      outcome: outcome.ok ? "ok" : outcome.error.kind,
      tokens: outcome.ok ? outcome.answer.tokens : null,
      costUsd: outcome.ok ? outcome.answer.costUsd : null,
      elapsedMs: performance.now() - began,
    });
    if (outcome.ok) return { ...outcome.answer, attempts: attempt };
    const wanted = outcome.error.kind === "http-400" ? fieldsAsWanted(fields, outcome.error.message) : null;
    if (wanted !== null) {
      fields = wanted;
      continue;
    }
    if (!outcome.error.isTemporary || attempt >= limits.attempts) throw outcome.error;
    const pause =
      outcome.retryAfterMs ?? Math.min(60_000, limits.pauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    await wait(pause);
  }
}

/** The fields of a request that not every model takes. */
type CallFields = Record<string, string | number>;

/** Reasoning counts as writing, so a model that reasons gets more room than its answer needs. */
const roomToReason = 8;

function fieldsOf(endpoint: LlmEndpoint, request: ChatRequest): CallFields {
  const { temperature, reasoningEffort } = endpoint;
  return {
    ...(reasoningEffort === null
      ? { max_tokens: request.maximumTokens }
      : { max_completion_tokens: request.maximumTokens * roomToReason, reasoning_effort: reasoningEffort }),
    ...(temperature === null ? {} : { temperature }),
    ...(request.seed === null ? {} : { seed: request.seed }),
  };
}

/** The fields without those that the endpoint's refusal names; null when it names none of them. */
function fieldsAsWanted(fields: CallFields, refused: string): CallFields | null {
  if ("max_tokens" in fields && /max_completion_tokens|max_tokens/u.test(refused)) {
    const { max_tokens: room, ...others } = fields;
    return { ...others, max_completion_tokens: Number(room) * roomToReason };
  }
  const name = ["temperature", "reasoning_effort", "seed"].find((one) => one in fields && refused.includes(one));
  return name === undefined ? null : Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

type Outcome =
  | { ok: true; answer: Omit<ChatAnswer, "attempts"> }
  | { ok: false; error: ChatError; retryAfterMs: number | null };

async function ask(
  endpoint: LlmEndpoint,
  { request, fields }: { request: ChatRequest; fields: CallFields },
  limits: ChatLimits,
): Promise<Outcome> {
  const timeoutMs = limits.timeoutMs ?? endpoint.timeoutSeconds * 1000;
  let response: Response;
  let text: string;
  try {
    response = await guardedFetch(`${endpoint.url.replace(/\/+$/, "")}/chat/completions`, endpoint.reach ?? "any", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(endpoint.key && { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify({
        model: endpoint.model,
        messages: [
          { role: "system", content: request.system },
          { role: "user", content: request.user },
        ],
        ...fields,
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readBounded(response, limits.maximumBytes);
  } catch (error) {
    if (error instanceof ChatError) return { ok: false, error, retryAfterMs: null };
    if (error instanceof ForbiddenAddressError)
      return { ok: false, error: new ChatError(error.message, false, "forbidden-address"), retryAfterMs: null };
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const message = isLate
      ? `The endpoint did not answer within ${Math.round(timeoutMs / 1000)} s.`
      : "The endpoint could not be reached, or the connection broke.";
    return { ok: false, error: new ChatError(message, true, isLate ? "timeout" : "network"), retryAfterMs: null };
  }
  if (!response.ok) {
    return {
      ok: false,
      error: refusal(response.status, ownWords(text, endpoint.key)),
      retryAfterMs: retryAfter(response),
    };
  }
  return readAnswer(endpoint, text);
}

function readAnswer(endpoint: LlmEndpoint, text: string): Outcome {
  const failed = (message: string, isTemporary: boolean): Outcome => ({
    ok: false,
    error: new ChatError(message, isTemporary, "malformed"),
    retryAfterMs: null,
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed("The endpoint's answer broke off or is not JSON.", true);
  }
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return failed("The endpoint's answer does not have the form of a chat completion.", false);
  const [choice] = parsed.data.choices;
  const content = choice?.message.content ?? "";
  if (choice?.finish_reason === "length") return failed("The model's answer was cut off at the token limit.", false);
  if (content.trim() === "") return failed("The model answered with nothing.", true);
  if (!content.isWellFormed() || content.includes("\u0000")) return failed("The model's answer is broken text.", true);
  const prompt = parsed.data.usage?.prompt_tokens ?? null;
  const completion = parsed.data.usage?.completion_tokens ?? null;
  return {
    ok: true,
    answer: {
      text: content,
      model: parsed.data.model ?? endpoint.model,
      tokens: { prompt, completion },
      costUsd: costOf(endpoint, prompt, completion),
    },
  };
}

function costOf(endpoint: LlmEndpoint, prompt: number | null, completion: number | null): number | null {
  const { promptUsdPerMillion, completionUsdPerMillion } = endpoint;
  if (prompt === null || completion === null || promptUsdPerMillion === null || completionUsdPerMillion === null) {
    return null;
  }
  return (prompt * promptUsdPerMillion + completion * completionUsdPerMillion) / 1e6;
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
