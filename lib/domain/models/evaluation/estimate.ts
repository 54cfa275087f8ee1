import { formatCount } from "../../format/figures.ts";
import { formatUsd } from "../../format/money.ts";
import { costOfTokens, type EndpointSettings } from "./endpoint-settings.ts";

/** The estimated cost of an evaluation before it begins. */
export interface EvaluationEstimate {
  questions: number;
  /** Four characters per token, the average of English text. */
  promptTokens: number;
  /** The cost if every answer has the maximum length; null if prices are missing. */
  atMostUsd: number | null;
  /** The cost if an answer takes the number of tokens below; null if prices are missing. */
  expectedUsd: number | null;
  expectedTokens: number;
  /** Each distinct prompt by the levels that it shows, and the human conditions that its answers are compared with. */
  prompts?: { label: string; comparedWith: string[] }[];
  /** The items that are excluded by condition. */
  leftOut?: ExcludedItemCount[];
}

/** The estimate of one of several evaluations that are started together. */
export interface BatchEstimate extends EvaluationEstimate {
  model: string;
  /** The name of its study; null if it has none. */
  study: string | null;
}

/** The study of evaluations that ask every study with the items, each in its wording. */
export const everyStudy = "every";

/** The names of items that are excluded under a condition. */
export interface ExcludedItemCount {
  /** The condition. */
  label: string;
  /** Number of items. */
  of: number;
  items: string[];
  /** They look the same under another condition, instead of lacking a mark. */
  isTwin?: true | undefined;
}

const maxListedItems = 20;

/** The excluded items as a sentence that names the first of them. */
export function formatExcludedItems({ label, of, items, isTwin }: ExcludedItemCount): string {
  const listedNames = items.slice(0, maxListedItems).join(", ");
  const more = items.length > maxListedItems ? ` and ${formatCount(items.length - maxListedItems)} more` : "";
  return `Under ${label}, ${formatCount(items.length)} of ${formatCount(of)} items ${isTwin ? "look the same as under another condition" : "have nothing to highlight"} and are not asked: ${listedNames}${more}.`;
}

const charactersPerToken = 4;
/** Tokens of an answer with reasoning, used if no data are available yet. */
const defaultAnswerTokens = 200;

/**
 * Estimates the cost of an evaluation. Prompts are counted exactly in characters and approximately in tokens.
 *
 * @param promptCharacters of all questions together
 */
export function estimateCost(
  settings: Pick<EndpointSettings, "promptUsdPerMillion" | "completionUsdPerMillion" | "maximumTokens">,
  asked: { questions: number; promptCharacters: number; isText: boolean },
): EvaluationEstimate {
  const promptTokens = Math.ceil(asked.promptCharacters / charactersPerToken);
  const maxAnswerTokens = asked.isText ? settings.maximumTokens : 1;
  const expectedTokens = Math.min(defaultAnswerTokens, maxAnswerTokens);
  const costFor = (tokens: number) =>
    costOfTokens(settings, { prompt: promptTokens, completion: tokens * asked.questions });
  return {
    questions: asked.questions,
    promptTokens,
    atMostUsd: costFor(maxAnswerTokens),
    expectedUsd: costFor(expectedTokens),
    expectedTokens,
  };
}

/** An estimate as a sentence. */
export function formatEstimate({
  questions,
  promptTokens,
  atMostUsd,
  expectedUsd,
  expectedTokens,
}: EvaluationEstimate): string {
  const questionText = `${formatCount(questions)} questions with about ${formatCount(promptTokens)} input tokens.`;
  if (atMostUsd === null || expectedUsd === null)
    return `${questionText} The cost is unknown, because the endpoint has no prices.`;
  return `${questionText} About ${formatUsd(expectedUsd)} if an answer takes ${expectedTokens} tokens, and about ${formatUsd(atMostUsd)} if every answer has the maximum length.`;
}

/** The number of questions and the cost of several evaluations together, as a sentence. */
export function formatTotal(estimates: readonly EvaluationEstimate[]): string {
  const sumOf = (field: "questions" | "expectedUsd" | "atMostUsd") =>
    estimates.reduce<number | null>((sum, one) => (sum === null || one[field] === null ? null : sum + one[field]), 0);
  const [expected, maximum] = [sumOf("expectedUsd"), sumOf("atMostUsd")];
  const questionText = `${formatCount(estimates.length)} evaluations with ${formatCount(sumOf("questions") ?? 0)} questions in total.`;
  return expected === null || maximum === null
    ? `${questionText} The cost is unknown, because an endpoint has no prices.`
    : `${questionText} About ${formatUsd(expected)} in total, and at most about ${formatUsd(maximum)}.`;
}

/**
 * The maximum cost of one call, so that a limit is never exceeded: no tokeniser produces more tokens than the text has
 * bytes. Null without prices.
 */
export function maxCallCost(
  settings: Pick<EndpointSettings, "promptUsdPerMillion" | "completionUsdPerMillion">,
  promptBytes: number,
  maximumTokens: number,
): number | null {
  return costOfTokens(settings, { prompt: promptBytes, completion: maximumTokens });
}
