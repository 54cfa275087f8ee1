import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { LlmEndpoint } from "./endpoint.ts";

export interface ChatRequest {
  system: string;
  user: string;
  temperature: number;
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
  timeoutMs: number;
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

export const chatLimits: ChatLimits = { attempts: 5, timeoutMs: 120_000, pauseMs: 1_000, maximumBytes: 2_000_000 };

const answerSchema = z.object({
  model: z.string().optional(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullable() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

/**
 * One chat completion from any OpenAI-compatible endpoint. Too many requests, faults of the server, a cut connection and
 * time-outs are tried again; a refused key or request is not.
 */
export async function completeChat(
  endpoint: LlmEndpoint,
  request: ChatRequest,
  limits: ChatLimits = chatLimits,
  observe: ObserveCall = async () => undefined,
): Promise<ChatAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const outcome = await ask(endpoint, request, limits);
    await observe({
      attempt,
      outcome: outcome.ok ? "ok" : outcome.error.kind,
      tokens: outcome.ok ? outcome.answer.tokens : null,
      costUsd: outcome.ok ? outcome.answer.costUsd : null,
      elapsedMs: performance.now() - began,
    });
    if (outcome.ok) return { ...outcome.answer, attempts: attempt };
    if (!outcome.error.isTemporary || attempt >= limits.attempts) throw outcome.error;
    const pause =
      outcome.retryAfterMs ?? Math.min(60_000, limits.pauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    await wait(pause);
  }
}

type Outcome =
  | { ok: true; answer: Omit<ChatAnswer, "attempts"> }
  | { ok: false; error: ChatError; retryAfterMs: number | null };

async function ask(endpoint: LlmEndpoint, request: ChatRequest, limits: ChatLimits): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${endpoint.url.replace(/\/+$/, "")}/chat/completions`, {
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
        temperature: request.temperature,
        max_tokens: request.maximumTokens,
        ...(request.seed !== null && { seed: request.seed }),
      }),
      redirect: "error",
      signal: AbortSignal.timeout(limits.timeoutMs),
    });
    text = await readBounded(response, limits.maximumBytes);
  } catch (error) {
    if (error instanceof ChatError) return { ok: false, error, retryAfterMs: null };
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const message = isLate
      ? `The endpoint did not answer within ${Math.round(limits.timeoutMs / 1000)} s.`
      : "The endpoint could not be reached, or the connection broke.";
    return { ok: false, error: new ChatError(message, true, isLate ? "timeout" : "network"), retryAfterMs: null };
  }
  if (!response.ok) {
    return { ok: false, error: refusal(response.status), retryAfterMs: retryAfter(response) };
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

function refusal(status: number): ChatError {
  const kind = `http-${status}`;
  if (status === 401 || status === 403) {
    return new ChatError(`The endpoint refused the key (status ${status}).`, false, kind);
  }
  if (status === 404)
    return new ChatError("The endpoint does not know this address or model (status 404).", false, kind);
  if (status === 429) return new ChatError("The endpoint is busy or the quota is used up (status 429).", true, kind);
  if (status >= 500 || status === 408) return new ChatError(`The endpoint failed (status ${status}).`, true, kind);
  return new ChatError(`The endpoint refused the request (status ${status}).`, false, kind);
}

/** Seconds or a date, at most five minutes; null where the endpoint names none. */
function retryAfter(response: Response): number | null {
  const value = response.headers.get("retry-after");
  if (!value) return null;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.min(300_000, Math.max(0, milliseconds)) : null;
}

async function readBounded(response: Response, maximumBytes: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new ChatError("The endpoint's answer is too large.", false, "too-large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
