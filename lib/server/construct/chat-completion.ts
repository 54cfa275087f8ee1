import { costOfTokens } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { type Attempt, callModel, type ModelCall } from "../model-client/call-model.ts";
import { type ChatLimits, chatLimits } from "../model-client/post-json.ts";
import { type ModelText, readModelText, type TokenCounts } from "../model-client/read-response.ts";
import type { LlmEndpoint } from "./endpoint.ts";

export interface ChatRequest {
  system: string;
  user: string;
  seed: number | null;
  maximumTokens: number;
}

export interface ChatAnswer extends Pick<ModelText, "text" | "isCut" | "isRefused"> {
  model: string;
  tokens: TokenCounts;
  /** The cost by the prices in the endpoint's settings; null if the prices or the token counts are missing. */
  costUsd: number | null;
  attempts: number;
}

/** Called for every request, including failed requests, so that their costs can be added up. */
export type ObserveCall = (call: Attempt & { costUsd: number | null }) => Promise<void>;

/**
 * One chat completion from any OpenAI-compatible endpoint. If the endpoint refuses the request because of an older
 * field (`max_tokens`, `temperature`, `seed`), it is sent again immediately in the form that the model requires.
 */
export async function completeChat(
  endpoint: LlmEndpoint,
  request: ChatRequest,
  limits: ChatLimits = chatLimits,
  observe: ObserveCall = async () => undefined,
): Promise<ChatAnswer> {
  const { url, key, reach } = endpoint;
  const target = { url, key, reach, timeoutMs: limits.timeoutMs ?? endpoint.timeoutSeconds * 1000 };
  const messages = [
    { role: "system", content: request.system },
    { role: "user", content: request.user },
  ];
  const call: ModelCall = {
    path: "/chat/completions",
    body: { model: endpoint.model, messages, ...buildOptionalFields(endpoint, request) },
  };
  const outcome = await callModel(target, call, {
    limits,
    read: ({ choices: [choice], servedModel, tokens }) => {
      const written = readModelText(choice);
      if (!written.ok) return written;
      const { text, isCut, isRefused } = written.answer;
      const answer = { text, isCut, isRefused, model: servedModel ?? endpoint.model, tokens };
      return { ok: true, answer: { ...answer, costUsd: computeCost(endpoint, tokens) } };
    },
    observe: (attempt) =>
      observe({ ...attempt, costUsd: attempt.isAnswered ? computeCost(endpoint, attempt.tokens) : null }),
    adapt: removeRejectedField,
  });
  if (!outcome.ok) throw outcome.error;
  return { ...outcome.answer, attempts: outcome.attempts };
}

function computeCost(endpoint: LlmEndpoint, { prompt, completion }: TokenCounts): number | null {
  return prompt === null || completion === null ? null : costOfTokens(endpoint, { prompt, completion });
}

/** Reasoning tokens count as output, so a model that reasons gets this multiple of the token limit. */
const reasoningFactor = 8;

/** The fields of a request that some models reject. */
function buildOptionalFields(endpoint: LlmEndpoint, request: ChatRequest): ModelCall["body"] {
  const { temperature, reasoningEffort } = endpoint;
  return {
    ...(reasoningEffort === null
      ? { max_tokens: request.maximumTokens }
      : { max_completion_tokens: request.maximumTokens * reasoningFactor, reasoning_effort: reasoningEffort }),
    ...(temperature === null ? {} : { temperature }),
    ...(request.seed === null ? {} : { seed: request.seed }),
  };
}

/**
 * The body without the field that the endpoint's error message names. Null if the message names no field that can be
 * removed.
 */
function removeRejectedField(body: ModelCall["body"], errorMessage: string): ModelCall["body"] | null {
  if ("max_tokens" in body && /max_completion_tokens|max_tokens/u.test(errorMessage)) {
    const { max_tokens: tokenLimit, ...others } = body;
    return { ...others, max_completion_tokens: Number(tokenLimit) * reasoningFactor };
  }
  const name = ["temperature", "reasoning_effort", "seed"].find((one) => one in body && errorMessage.includes(one));
  return name === undefined ? null : Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}
