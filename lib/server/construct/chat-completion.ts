import { costOfTokens } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { type Attempt, callModel, type ModelCall } from "../model-client/call-model.ts";
import { type ChatLimits, chatLimits } from "../model-client/post-json.ts";
import { type TokenCounts, type WrittenText, writtenText } from "../model-client/read-response.ts";
import type { LlmEndpoint } from "./endpoint.ts";

export interface ChatRequest {
  system: string;
  user: string;
  seed: number | null;
  maximumTokens: number;
}

export interface ChatAnswer extends Pick<WrittenText, "text" | "isCut" | "isRefused"> {
  model: string;
  tokens: TokenCounts;
  /** The cost by the prices in the endpoint's settings; null if the prices or the token counts are missing. */
  costUsd: number | null;
  attempts: number;
}

/** Called for every single request, including failed ones, so that the cost can be added up. */
export type ObserveCall = (call: Attempt & { costUsd: number | null }) => Promise<void>;

/**
 * One chat completion from any OpenAI-compatible endpoint. A request that is refused for one of the older fields
 * (`max_tokens`, `temperature`, `seed`) is sent again immediately in the form that the model requires.
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
    body: { model: endpoint.model, messages, ...fieldsOf(endpoint, request) },
  };
  const outcome = await callModel(target, call, {
    limits,
    read: ({ choices: [choice], servedModel, tokens }) => {
      const written = writtenText(choice);
      if (!written.ok) return written;
      const { text, isCut, isRefused } = written.answer;
      const answer = { text, isCut, isRefused, model: servedModel ?? endpoint.model, tokens };
      return { ok: true, answer: { ...answer, costUsd: costOf(endpoint, tokens) } };
    },
    observe: (attempt) =>
      observe({ ...attempt, costUsd: attempt.isAnswered ? costOf(endpoint, attempt.tokens) : null }),
    adapt: bodyAsWanted,
  });
  if (!outcome.ok) throw outcome.error;
  return { ...outcome.answer, attempts: outcome.attempts };
}

function costOf(endpoint: LlmEndpoint, { prompt, completion }: TokenCounts): number | null {
  return prompt === null || completion === null ? null : costOfTokens(endpoint, { prompt, completion });
}

/** Reasoning tokens count as output, so a model that reasons gets a higher limit than its answer needs. */
const roomToReason = 8;

/** The fields of a request that some models reject. */
function fieldsOf(endpoint: LlmEndpoint, request: ChatRequest): ModelCall["body"] {
  const { temperature, reasoningEffort } = endpoint;
  return {
    ...(reasoningEffort === null
      ? { max_tokens: request.maximumTokens }
      : { max_completion_tokens: request.maximumTokens * roomToReason, reasoning_effort: reasoningEffort }),
    ...(temperature === null ? {} : { temperature }),
    ...(request.seed === null ? {} : { seed: request.seed }),
  };
}

/** The body without the fields that the endpoint's error names; null if it names none of them. */
function bodyAsWanted(body: ModelCall["body"], refused: string): ModelCall["body"] | null {
  if ("max_tokens" in body && /max_completion_tokens|max_tokens/u.test(refused)) {
    const { max_tokens: room, ...others } = body;
    return { ...others, max_completion_tokens: Number(room) * roomToReason };
  }
  const name = ["temperature", "reasoning_effort", "seed"].find((one) => one in body && refused.includes(one));
  return name === undefined ? null : Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}
