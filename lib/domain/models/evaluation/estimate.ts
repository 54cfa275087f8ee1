import { formatCount } from "../../format/figures.ts";
import { formatUsd } from "../../format/money.ts";
import { costOfTokens, type EndpointSettings } from "./endpoint-settings.ts";

/** What an evaluation will take, before it begins. */
export interface EvaluationEstimate {
  questions: number;
  /** By four characters a token, as English text comes out on average. */
  promptTokens: number;
  /** Where every answer is as long as it may be; null without prices. */
  atMostUsd: number | null;
  /** Where an answer takes as many tokens as the sentence below says; null without prices. */
  expectedUsd: number | null;
  expectedTokens: number;
  /** Each distinct prompt by the levels that it shows, and the conditions of people that its answers are compared with. */
  prompts?: { label: string; comparedWith: string[] }[];
}

const charactersPerToken = 4;
/** Tokens of an answer that gives its reasons, where nothing is known yet. */
const usualTokens = 200;

/**
 * What asking will cost. Prompts are counted exactly in characters and roughly in tokens.
 *
 * @param promptCharacters of all questions together
 */
export function estimateCost(
  settings: Pick<EndpointSettings, "promptUsdPerMillion" | "completionUsdPerMillion" | "maximumTokens">,
  asked: { questions: number; promptCharacters: number; isText: boolean },
): EvaluationEstimate {
  const promptTokens = Math.ceil(asked.promptCharacters / charactersPerToken);
  const longest = asked.isText ? settings.maximumTokens : 1;
  const expectedTokens = Math.min(usualTokens, longest);
  const costFor = (tokens: number) =>
    costOfTokens(settings, { prompt: promptTokens, completion: tokens * asked.questions });
  return {
    questions: asked.questions,
    promptTokens,
    atMostUsd: costFor(longest),
    expectedUsd: costFor(expectedTokens),
    expectedTokens,
  };
}

/** An estimate in a sentence. */
export function estimateWords({
  questions,
  promptTokens,
  atMostUsd,
  expectedUsd,
  expectedTokens,
}: EvaluationEstimate): string {
  const asked = `${formatCount(questions)} questions with about ${formatCount(promptTokens)} tokens to read.`;
  if (atMostUsd === null || expectedUsd === null)
    return `${asked} What they cost is not known: the endpoint states no prices.`;
  return `${asked} About ${formatUsd(expectedUsd)} if an answer takes ${expectedTokens} tokens, and about ${formatUsd(atMostUsd)} if every answer is as long as it may be.`;
}

/**
 * The most that one call can cost, so that a limit is never passed: no tokeniser makes more tokens of a text than it has
 * bytes. Null without prices.
 */
export function mostOfCall(
  settings: Pick<EndpointSettings, "promptUsdPerMillion" | "completionUsdPerMillion">,
  promptBytes: number,
  maximumTokens: number,
): number | null {
  return costOfTokens(settings, { prompt: promptBytes, completion: maximumTokens });
}
