import { formatCount } from "../../format/figures.ts";
import { formatUsd } from "../../format/money.ts";
import { costOfTokens, type EndpointSettings } from "./endpoint-settings.ts";

/** The cost of an evaluation, estimated before it begins. */
export interface EvaluationEstimate {
  questions: number;
  /** Assumes four characters per token, the average of English text. */
  promptTokens: number;
  /** The cost if every answer has the maximum length; null if a price is missing. */
  atMostUsd: number | null;
  /** The cost if every answer has `expectedTokens` tokens; null if a price is missing. */
  expectedUsd: number | null;
  expectedTokens: number;
  /**
   * Each distinct prompt, identified by the levels that it shows, and the human conditions with which its answers are
   * compared.
   */
  prompts?: { label: string; comparedWith: string[] }[];
  /** The items that are excluded by condition. */
  leftOut?: ExcludedItemCount[];
}

/** The estimate for one of several evaluations that start together. */
export interface BatchEstimate extends EvaluationEstimate {
  model: string;
  /** The name of its study; null if it has none. */
  study: string | null;
}

/** Stands for all studies with the items. There is then one evaluation for each study, in the study's wording. */
export const everyStudy = "every";

/** The names of items that are excluded under a condition. */
export interface ExcludedItemCount {
  /** The condition. */
  label: string;
  /** Number of items. */
  of: number;
  items: string[];
  /** Whether the items look the same under another condition; otherwise they lack a mark. */
  isTwin?: true | undefined;
}

const maxListedItems = 20;

/** Describes the excluded items in a sentence with the names of the first items. */
export function formatExcludedItems({ label, of, items, isTwin }: ExcludedItemCount): string {
  const listedNames = items.slice(0, maxListedItems).join(", ");
  const more = items.length > maxListedItems ? ` and ${formatCount(items.length - maxListedItems)} more` : "";
  return `Under ${label}, ${formatCount(items.length)} of ${formatCount(of)} items ${isTwin ? "look the same as under another condition" : "have nothing to highlight"} and are not asked: ${listedNames}${more}.`;
}

const charactersPerToken = 4;
/** Assumed number of tokens in an answer with reasoning, as long as no data are available. */
const defaultAnswerTokens = 200;

/**
 * Estimates the cost of an evaluation. The characters of prompts are counted exactly; tokens are approximate.
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

/** Describes the number of questions and the cost of several evaluations in a sentence. */
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
 * The maximum cost of one call, so that a limit is never exceeded. No tokeniser produces more tokens than the text has
 * bytes. Null if prices are missing.
 */
export function computeMaxCallCost(
  settings: Pick<EndpointSettings, "promptUsdPerMillion" | "completionUsdPerMillion">,
  promptBytes: number,
  maximumTokens: number,
): number | null {
  return costOfTokens(settings, { prompt: promptBytes, completion: maximumTokens });
}
