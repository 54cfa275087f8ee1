import * as z from "zod";
import { costOfTokens, type EndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { AnswerMode } from "@/lib/domain/models/evaluation/plan.ts";
import { candidatesOf, likelihoodsOf, type ModelQuestion } from "@/lib/domain/models/evaluation/question.ts";
import {
  type CallOutcome,
  type CallTarget,
  type ChatError,
  type ChatLimits,
  malformed,
  pauseBefore,
  postJson,
} from "../../construct/endpoint-call.ts";

/** What a model answered to one question. */
export interface ModelReply {
  /** What it wrote, its thinking before it; null where only probabilities were asked for. */
  output: string | null;
  logprobs: Record<string, number> | null;
  /** How the answer ended: "stop", "length", …; empty where the endpoint does not say. */
  ending: string;
  servedModel: string;
  tokens: { prompt: number | null; completion: number | null };
}

export interface Asked {
  reply: ModelReply | null;
  /** Why there is none. */
  error: ChatError | null;
  /** Of all attempts together, by the counts that the endpoint gave; null where no price is stated. */
  costUsd: number | null;
}

/** A count that the database can keep; anything else was not said. */
const tokenCount = z.int().min(0).max(2_147_483_647).nullish().catch(null);
const usageSchema = z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }).nullish().catch(null);
const headSchema = z.object({ model: z.string().optional().catch(undefined), usage: usageSchema });

const chatSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          reasoning: z.string().nullish(),
        }),
        finish_reason: z.string().nullish(),
        logprobs: z
          .object({
            content: z
              .array(
                z.object({ top_logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).default([]) }),
              )
              .nullish(),
          })
          .nullish(),
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
        finish_reason: z.string().nullish(),
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

/** How many candidates for the first word are asked for; the most that endpoints take. */
const topCandidates = 20;

/**
 * Asks a model one question, again where that may help. What a call cost is counted whether its answer was of use or not.
 *
 * @param name the question's own, the same until something was answered: endpoints that know such names do the work once
 * @param most what one call can cost; counted where an endpoint worked and does not say for how many tokens
 */
export async function askModel(
  target: CallTarget,
  settings: EndpointSettings,
  { question, mode, name, most }: { question: ModelQuestion; mode: AnswerMode; name: string; most: number | null },
  limits: ChatLimits,
): Promise<Asked> {
  let spent: number | null = costOfTokens(settings, { prompt: 0, completion: 0 });
  let answers = 0;
  for (let attempt = 1; ; attempt += 1) {
    const { path, body } = requestOf(settings, question, mode);
    const outcome = await postJson(target, path, body, limits.maximumBytes, `${name}/${answers}`);
    const tokens = outcome.ok ? tokensOf(outcome.answer) : { prompt: null, completion: null };
    const cost = costOfAnswer(settings, outcome, tokens, most);
    if (spent !== null && cost !== null) spent += cost;
    if (outcome.ok) answers += 1;
    const read = outcome.ok ? readReply(settings, question, mode, outcome.answer, tokens) : outcome;
    if (read.ok) return { reply: read.answer, error: null, costUsd: spent };
    if (!read.error.isTemporary || attempt >= limits.attempts)
      return { reply: null, error: read.error, costUsd: spent };
    await pauseBefore(attempt, limits.pauseMs, read.retryAfterMs);
  }
}

/** By the endpoint's counts; the most that it can be where an answer came without; nothing where none came. */
function costOfAnswer(
  settings: EndpointSettings,
  outcome: CallOutcome<unknown>,
  { prompt, completion }: ModelReply["tokens"],
  most: number | null,
): number | null {
  if (!outcome.ok) return 0;
  return prompt === null || completion === null ? most : costOfTokens(settings, { prompt, completion });
}

function requestOf(
  settings: EndpointSettings,
  { prompt, choices }: ModelQuestion,
  mode: AnswerMode,
): { path: string; body: Record<string, unknown> } {
  const { temperature, reasoningEffort, seed, extra } = settings;
  const shared = {
    model: settings.model,
    ...(temperature === null ? {} : { temperature }),
    ...(seed === null ? {} : { seed }),
    ...extra,
  };
  if (settings.style === "chat") {
    const room = mode === "text" ? settings.maximumTokens : 1;
    return {
      path: "/chat/completions",
      body: {
        ...shared,
        messages: [
          ...(settings.system === "" ? [] : [{ role: "system", content: settings.system }]),
          { role: "user", content: prompt },
        ],
        // Models that think count their thinking, and take the newer name alone.
        ...(reasoningEffort === null
          ? { max_tokens: room }
          : { max_completion_tokens: room, reasoning_effort: reasoningEffort }),
        ...(mode === "text" ? {} : { logprobs: true, top_logprobs: topCandidates }),
      },
    };
  }
  if (mode === "likelihoods")
    return {
      path: "/completions",
      // The prompt with each ending is echoed with its probabilities, and nothing is written.
      body: {
        ...shared,
        prompt: choices.map(({ text }) => `${prompt} ${text}`),
        max_tokens: 0,
        echo: true,
        logprobs: 1,
      },
    };
  return {
    path: "/completions",
    body: {
      ...shared,
      prompt,
      // A base model goes on with a next example behind its answer; examples are divided by a blank line.
      ...(mode === "text"
        ? { max_tokens: settings.maximumTokens, stop: ["\n\n"] }
        : { max_tokens: 1, logprobs: topCandidates }),
    },
  };
}

function tokensOf(answer: unknown): ModelReply["tokens"] {
  const usage = headSchema.safeParse(answer).data?.usage;
  return { prompt: usage?.prompt_tokens ?? null, completion: usage?.completion_tokens ?? null };
}

function readReply(
  settings: EndpointSettings,
  question: ModelQuestion,
  mode: AnswerMode,
  answer: unknown,
  tokens: ModelReply["tokens"],
): CallOutcome<ModelReply> {
  const head = { servedModel: printable(headSchema.safeParse(answer).data?.model ?? settings.model), tokens };
  if (settings.style === "chat") {
    const choice = chatSchema.safeParse(answer).data?.choices[0];
    if (!choice) return malformed("The endpoint's answer does not have the form of a chat completion.", false);
    const ending = printable(choice.finish_reason ?? "");
    if (mode === "text") return textReply(choice.message, ending, head);
    const found = choice.logprobs?.content?.[0]?.top_logprobs ?? [];
    return candidateReply(found, question, ending, head);
  }
  const choices = completionSchema.safeParse(answer).data?.choices;
  if (!choices) return malformed("The endpoint's answer does not have the form of a completion.", false);
  const [first] = choices;
  const ending = printable(first?.finish_reason ?? "");
  if (mode === "text") return textReply({ content: first?.text }, ending, head);
  if (mode === "candidates") {
    const found = Object.entries(first?.logprobs?.top_logprobs?.[0] ?? {}).map(([token, logprob]) => ({
      token,
      logprob,
    }));
    return candidateReply(found, question, ending, head);
  }
  const ordered = [...choices].sort((left, right) => (left.index ?? 0) - (right.index ?? 0));
  const endings = ordered.map(({ logprobs }) => endingOf(logprobs, question.prompt.length));
  if (endings.length !== question.choices.length || endings.some((tokensOfEnding) => tokensOfEnding.length === 0))
    return malformed("The endpoint does not say how likely the given endings are; ask for candidates or text.", false);
  return { ok: true, answer: { ...head, ending, output: null, logprobs: likelihoodsOf(endings, question.choices) } };
}

/** The log-probabilities of what stands behind the prompt. */
function endingOf(
  logprobs:
    | { token_logprobs?: (number | null)[] | null | undefined; text_offset?: number[] | null | undefined }
    | null
    | undefined,
  promptLength: number,
): number[] {
  const offsets = logprobs?.text_offset ?? [];
  return (logprobs?.token_logprobs ?? []).filter(
    (value, place): value is number => value !== null && (offsets[place] ?? -1) >= promptLength,
  );
}

function candidateReply(
  found: readonly { token: string; logprob: number }[],
  question: ModelQuestion,
  ending: string,
  head: Pick<ModelReply, "servedModel" | "tokens">,
): CallOutcome<ModelReply> {
  if (found.length === 0)
    return malformed("The endpoint gives no log-probabilities for this model; ask for text instead.", false);
  return { ok: true, answer: { ...head, ending, output: null, logprobs: candidatesOf(found, question.choices) } };
}

function textReply(
  message: {
    content?: string | null | undefined;
    reasoning_content?: string | null | undefined;
    reasoning?: string | null | undefined;
  },
  ending: string,
  head: Pick<ModelReply, "servedModel" | "tokens">,
): CallOutcome<ModelReply> {
  const thought = message.reasoning_content ?? message.reasoning ?? "";
  const said = message.content ?? "";
  // The reader of model texts skips thinking that stands between these marks.
  const output = (thought.trim() === "" ? said : `<think>${thought}</think>\n${said}`).slice(0, longestOutput);
  if (!output.isWellFormed() || output.includes("\u0000")) return malformed("The model's answer is broken text.", true);
  if (said.trim() === "" && ending !== "length") return malformed("The model answered with nothing.", true);
  return { ok: true, answer: { ...head, ending, output, logprobs: null } };
}

/** Words of an endpoint that the database can keep. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "").toWellFormed();
}

/** What the prediction table keeps of an answer. */
const longestOutput = 200_000;
