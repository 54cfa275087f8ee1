import * as z from "zod";
import { type CallOutcome, malformedResponse } from "./post-json.ts";

export interface TokenCounts {
  prompt: number | null;
  completion: number | null;
}

/** The log-probabilities of one choice, if the endpoint returns them. */
export interface ChoiceLikelihoods {
  /** The alternatives of the first token. */
  first: { token: string; logprob: number }[];
  /** For completions that echo their prompt: each token's log-probability, with its offset in the text. */
  tokens: { offset: number; logprob: number | null }[];
}

export interface ModelChoice {
  /** The text of the model; may be empty. */
  text: string;
  /** The reasoning, if the endpoint returns it separately. */
  reasoning: string;
  /** The refusal, if the endpoint reports one separately. */
  refusal: string;
  /** The finish reason: "stop", "length", "content_filter", …; empty if the endpoint does not report it. */
  ending: string;
  likelihoods: ChoiceLikelihoods;
}

/** A response in one form, whichever style the endpoint uses. */
export interface ModelResponse {
  choices: [ModelChoice, ...ModelChoice[]];
  /** The model that the endpoint reports; null if it reports none. */
  servedModel: string | null;
  tokens: TokenCounts;
}

/**
 * A token count; some endpoints send it as text. An invalid count is treated as missing and does not make the response
 * invalid.
 */
const tokenCount = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/u)
      .transform(Number),
  ])
  .pipe(z.int().min(0).max(2_147_483_647))
  .nullish()
  .catch(null);
const headSchema = z.object({
  model: z.string().nullish().catch(null),
  usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }).nullish().catch(null),
});

const text = z.string().nullish();
const candidates = z.array(z.object({ token: z.string(), logprob: z.number() })).default([]);

const chatSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: text, refusal: text, reasoning_content: text, reasoning: text }),
        finish_reason: text,
        logprobs: z.object({ content: z.array(z.object({ top_logprobs: candidates })).nullish() }).nullish(),
      }),
    )
    .min(1),
});

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        text: z.string(),
        index: z.int().optional(),
        finish_reason: text,
        logprobs: z
          .object({
            top_logprobs: z.array(z.record(z.string(), z.number()).nullable()).nullish(),
            token_logprobs: z.array(z.number().nullable()).nullish(),
            text_offset: z.array(z.number()).nullish(),
          })
          .nullish(),
      }),
    )
    .min(1),
});

/** The token counts of a response, even if the rest of it is unusable. */
export function readTokenCounts(value: unknown): TokenCounts {
  const usage = headSchema.safeParse(value).data?.usage;
  return { prompt: usage?.prompt_tokens ?? null, completion: usage?.completion_tokens ?? null };
}

/** The choices of a response in order. If the response has another form, an outcome with the reason. */
export function readResponse(path: string, value: unknown): CallOutcome<ModelResponse> {
  const isChat = path === "/chat/completions";
  const [first, ...others] = isChat ? extractChatChoices(value) : extractCompletionChoices(value);
  if (first === undefined)
    return malformedResponse(
      `The endpoint's response is not a valid ${isChat ? "chat completion" : "completion"}.`,
      false,
    );
  const servedModel = headSchema.safeParse(value).data?.model;
  return {
    ok: true,
    answer: {
      choices: [first, ...others],
      servedModel: servedModel ? sanitizeText(servedModel) : null,
      tokens: readTokenCounts(value),
    },
  };
}

function extractChatChoices(value: unknown): ModelChoice[] {
  return (chatSchema.safeParse(value).data?.choices ?? []).map(({ message, finish_reason, logprobs }) => ({
    text: message.content ?? "",
    reasoning: message.reasoning_content ?? message.reasoning ?? "",
    refusal: message.refusal?.trim() ?? "",
    ending: sanitizeText(finish_reason ?? ""),
    likelihoods: { first: logprobs?.content?.[0]?.top_logprobs ?? [], tokens: [] },
  }));
}

function extractCompletionChoices(value: unknown): ModelChoice[] {
  const choices = completionSchema.safeParse(value).data?.choices ?? [];
  return [...choices]
    .sort((left, right) => (left.index ?? 0) - (right.index ?? 0))
    .map((choice) => ({
      text: choice.text,
      reasoning: "",
      refusal: "",
      ending: sanitizeText(choice.finish_reason ?? ""),
      likelihoods: {
        first: Object.entries(choice.logprobs?.top_logprobs?.[0] ?? {}).map(([token, logprob]) => ({ token, logprob })),
        tokens: (choice.logprobs?.token_logprobs ?? []).map((logprob, index) => ({
          offset: choice.logprobs?.text_offset?.[index] ?? -1,
          logprob,
        })),
      },
    }));
}

export interface ModelText {
  /** The text with reasoning and refusal, marked as the parser of model texts expects. */
  output: string;
  text: string;
  /** Why the text may be truncated: the token limit, or the endpoint's filter; null for a complete text. */
  isCut: "length" | "filter" | null;
  isRefused: boolean;
}

/**
 * The text of a choice, by the same rule for all callers. A truncated text or a refusal is returned and marked, and the
 * caller decides how to use it. An empty or malformed text counts as no answer.
 */
export function readModelText(choice: ModelChoice): CallOutcome<ModelText> {
  const { reasoning, refusal, ending } = choice;
  const isRefused = refusal !== "" && choice.text.trim() === "";
  const text = isRefused ? refusal : choice.text;
  const answerText = isRefused ? `<refusal>${refusal}</refusal>` : text;
  const output = (reasoning.trim() === "" ? answerText : `<think>${reasoning}</think>\n${answerText}`).slice(
    0,
    maxOutputLength,
  );
  const isCut = ending === "length" ? "length" : ending === "content_filter" ? "filter" : null;
  if (!output.isWellFormed() || output.includes("\u0000"))
    return malformedResponse("The model's answer is invalid text.", true);
  if (text.trim() === "" && isCut === "filter")
    return malformedResponse("The endpoint's filter withheld the model's answer.", false);
  if (text.trim() === "" && isCut === null) return malformedResponse("The model's answer is empty.", true);
  return { ok: true, answer: { output, text, isCut, isRefused } };
}

/** Makes text of an endpoint storable in the database. */
function sanitizeText(words: string): string {
  return words.replace(/\p{Cc}/gu, "").toWellFormed();
}

/** Maximum length of the part of a response that the prediction table stores. */
const maxOutputLength = 200_000;
