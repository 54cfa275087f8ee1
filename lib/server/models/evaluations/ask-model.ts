import { costOfTokens, type EndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { AnswerMode } from "@/lib/domain/models/evaluation/plan.ts";
import { candidatesOf, type ModelQuestion, sumOptionLogprobs } from "@/lib/domain/models/evaluation/question.ts";
import { callModel, type ModelCall } from "../../model-client/call-model.ts";
import {
  type CallOutcome,
  type CallTarget,
  type ChatError,
  type ChatLimits,
  malformedResponse,
} from "../../model-client/post-json.ts";
import {
  type ChoiceLikelihoods,
  type ModelResponse,
  readModelText,
  type TokenCounts,
} from "../../model-client/read-response.ts";

/** A model's response to one question. */
export interface ModelReply {
  /** The text, with the reasoning first; null if only probabilities were requested. */
  output: string | null;
  logprobs: Record<string, number> | null;
  /** The finish reason: "stop", "length", …; empty if the endpoint does not report it. */
  ending: string;
  servedModel: string;
  tokens: TokenCounts;
}

export interface AskResult {
  reply: ModelReply | null;
  /** Why there is no answer. */
  error: ChatError | null;
  /** The cost of all attempts, by the endpoint's token counts; null if no price is set. */
  costUsd: number | null;
}

/** The number of candidates for the first token: the maximum that endpoints support. */
const maxCandidates = 20;

/**
 * Asks a model one question, with retries for errors that may be temporary. The cost of a call is counted even if its
 * response was not usable.
 *
 * @param name the question's idempotency key
 * @param most the maximum cost of one call; counted if an endpoint produced a response without token counts
 */
export async function askModel(
  target: CallTarget,
  settings: EndpointSettings,
  { question, mode, name, most }: { question: ModelQuestion; mode: AnswerMode; name: string; most: number | null },
  limits: ChatLimits,
): Promise<AskResult> {
  let spentUsd: number | null = costOfTokens(settings, { prompt: 0, completion: 0 });
  const outcome = await callModel(
    target,
    { ...buildRequest(settings, question, mode), name },
    {
      limits,
      read: (response) => readReply(settings, question, mode, response),
      observe: ({ isAnswered, tokens }) => {
        const cost = isAnswered ? computeAnswerCost(settings, tokens, most) : 0;
        if (spentUsd !== null && cost !== null) spentUsd += cost;
      },
    },
  );
  return outcome.ok
    ? { reply: outcome.answer, error: null, costUsd: spentUsd }
    : { reply: null, error: outcome.error, costUsd: spentUsd };
}

/** The cost of a response by the endpoint's token counts; the maximum if a response has none. */
function computeAnswerCost(
  settings: EndpointSettings,
  { prompt, completion }: TokenCounts,
  most: number | null,
): number | null {
  return prompt === null || completion === null ? most : costOfTokens(settings, { prompt, completion });
}

function buildRequest(
  settings: EndpointSettings,
  { prompt, chat, choices, parts }: ModelQuestion,
  mode: AnswerMode,
): Pick<ModelCall, "path" | "body"> {
  const { temperature, reasoningEffort, seed, extra } = settings;
  const commonFields = {
    model: settings.model,
    ...(temperature === null ? {} : { temperature }),
    ...(seed === null ? {} : { seed }),
    ...extra,
  };
  if (settings.style === "chat") {
    const system = [settings.system, chat?.system ?? ""].filter(Boolean).join("\n\n");
    const maxTokens = mode === "text" ? settings.maximumTokens : 1;
    return {
      path: "/chat/completions",
      body: {
        ...commonFields,
        messages: [
          ...(system === "" ? [] : [{ role: "system", content: system }]),
          { role: "user", content: parts ?? chat?.user ?? prompt },
        ],
        // Reasoning tokens count towards the limit; reasoning models support only the newer field.
        ...(reasoningEffort === null
          ? { max_tokens: maxTokens }
          : { max_completion_tokens: maxTokens, reasoning_effort: reasoningEffort }),
        ...(mode === "text" ? {} : { logprobs: true, top_logprobs: maxCandidates }),
      },
    };
  }
  if (mode === "likelihoods")
    return {
      path: "/completions",
      // The endpoint echoes the prompt with each ending and returns its probabilities; it generates no text.
      body: {
        ...commonFields,
        prompt: choices.map(({ text }) => `${prompt} ${text}`),
        max_tokens: 0,
        echo: true,
        logprobs: 1,
      },
    };
  return {
    path: "/completions",
    body: {
      ...commonFields,
      prompt,
      // After its answer, a base model continues with another example. Examples are separated by a blank line, where it
      // stops.
      ...(mode === "text"
        ? { max_tokens: settings.maximumTokens, stop: ["\n\n"] }
        : { max_tokens: 1, logprobs: maxCandidates }),
    },
  };
}

function readReply(
  settings: EndpointSettings,
  question: ModelQuestion,
  mode: AnswerMode,
  { choices, servedModel, tokens }: ModelResponse,
): CallOutcome<ModelReply> {
  const [first] = choices;
  const head = { servedModel: servedModel ?? settings.model, tokens, ending: first.ending };
  if (mode === "text") {
    const outputText = readModelText(first);
    return outputText.ok
      ? { ok: true, answer: { ...head, output: outputText.answer.output, logprobs: null } }
      : outputText;
  }
  if (mode === "likelihoods" && settings.style !== "chat") {
    const endings = choices.map(({ likelihoods }) => selectEndingLogprobs(likelihoods, question.prompt.length));
    if (endings.length !== question.choices.length || endings.some((tokensOfEnding) => tokensOfEnding.length === 0))
      return malformedResponse(
        "The endpoint returns no probabilities for the answer options. Choose candidates or text as the answer mode.",
        false,
      );
    return { ok: true, answer: { ...head, output: null, logprobs: sumOptionLogprobs(endings, question.choices) } };
  }
  if (first.likelihoods.first.length === 0)
    return malformedResponse(
      "The endpoint returns no log-probabilities for this model. Choose text as the answer mode.",
      false,
    );
  return {
    ok: true,
    answer: { ...head, output: null, logprobs: candidatesOf(first.likelihoods.first, question.choices) },
  };
}

/** The log-probabilities of the tokens after the prompt. */
function selectEndingLogprobs({ tokens }: ChoiceLikelihoods, promptLength: number): number[] {
  return tokens.flatMap(({ offset, logprob }) => (logprob !== null && offset >= promptLength ? [logprob] : []));
}
