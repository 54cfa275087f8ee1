import * as z from "zod";
import { costOfTokens } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { LlmEndpoint } from "./endpoint.ts";
import { type CallOutcome, type ChatLimits, chatLimits, malformed, pauseBefore, postJson } from "./endpoint-call.ts";

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

/** Told of every single request, the failed ones included, so that what was spent can be added up. */
export type ObserveCall = (call: {
  attempt: number;
  /** "ok", or what went wrong as one word: "http-429", "network", "malformed". */
  outcome: string;
  tokens: ChatAnswer["tokens"] | null;
  costUsd: number | null;
  elapsedMs: number;
}) => Promise<void>;

const answerSchema = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullable(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
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
    await pauseBefore(attempt, limits.pauseMs, outcome.retryAfterMs);
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

async function ask(
  endpoint: LlmEndpoint,
  { request, fields }: { request: ChatRequest; fields: CallFields },
  limits: ChatLimits,
): Promise<CallOutcome<Omit<ChatAnswer, "attempts">>> {
  const { url, key, reach } = endpoint;
  const target = { url, key, reach, timeoutMs: limits.timeoutMs ?? endpoint.timeoutSeconds * 1000 };
  const body = {
    model: endpoint.model,
    messages: [
      { role: "system", content: request.system },
      { role: "user", content: request.user },
    ],
    ...fields,
  };
  const outcome = await postJson(target, "/chat/completions", body, limits.maximumBytes);
  return outcome.ok ? readAnswer(endpoint, outcome.answer) : outcome;
}

function readAnswer(endpoint: LlmEndpoint, value: unknown): CallOutcome<Omit<ChatAnswer, "attempts">> {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) return malformed("The endpoint's answer does not have the form of a chat completion.", false);
  const [choice] = parsed.data.choices;
  const content = choice?.message.content ?? "";
  if (choice?.finish_reason === "length") return malformed("The model's answer was cut off at the token limit.", false);
  if (choice?.finish_reason === "content_filter")
    return malformed("The endpoint's filter withheld the model's answer, or a part of it.", false);
  const refusal = choice?.message.refusal?.replace(/[\p{Cc}\s]+/gu, " ").trim() ?? "";
  if (refusal !== "") return malformed(`The model refused: “${refusal.slice(0, 400).toWellFormed()}”`, false);
  if (content.trim() === "") return malformed("The model answered with nothing.", true);
  if (!content.isWellFormed() || content.includes("\u0000"))
    return malformed("The model's answer is broken text.", true);
  const prompt = parsed.data.usage?.prompt_tokens ?? null;
  const completion = parsed.data.usage?.completion_tokens ?? null;
  return {
    ok: true,
    answer: {
      text: content,
      model: parsed.data.model ?? endpoint.model,
      tokens: { prompt, completion },
      costUsd: prompt === null || completion === null ? null : costOfTokens(endpoint, { prompt, completion }),
    },
  };
}
