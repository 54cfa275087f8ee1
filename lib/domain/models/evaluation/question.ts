import type { Item, ItemRow } from "../../items/item.ts";
import type { ChatMessages, ConditionLevels } from "../../items/kinds/item-kind.ts";
import { type Presentation, renderChat, renderPrompt } from "../../items/stimulus.ts";
import { choicesOf, type ModelOption } from "../choices.ts";
import { judgePrompt, toJudgedAnswer } from "../judging/judge.ts";
import { createTaskDocument, formatExamples } from "../task-document.ts";
import type { ContentPart } from "./received-media.ts";

/** A question to a model about one item. */
export interface ModelQuestion {
  /** All words that are sent, in order. */
  prompt: string;
  /** The prompt as messages for chat endpoints; null if it is a single user message. */
  chat: ChatMessages | null;
  choices: ModelOption[];
  /** The prompt with the item's files, for chat endpoints; absent if the item has no files. */
  parts?: readonly ContentPart[];
}

/**
 * The prompt of an item under a condition, after the examples. Each example is followed by its correct answer and a
 * blank line, as in evaluation harnesses.
 *
 * @param examples items with keys, shown under the same condition
 * @param presentation the texts of a study; by default those of the kind
 */
export function createModelQuestion(
  item: Item,
  levels: ConditionLevels,
  examples: readonly ItemRow[],
  presentation: Presentation = {},
): ModelQuestion {
  const shownExamples = formatExamples(
    examples.map((example) => createTaskDocument(example, levels, "", presentation)),
  );
  return {
    prompt: shownExamples + renderPrompt(item, levels, presentation),
    // With examples there is no system message, because each example repeats the instruction before its question.
    chat: shownExamples === "" ? renderChat(item, levels, presentation) : null,
    choices: choicesOf(item, levels),
  };
}

/**
 * The prompt that asks a judge about an answer. Throws RangeError if the item's key does not identify the correct
 * option.
 */
export function judgeQuestion(item: Item, gold: unknown, output: string): ModelQuestion {
  const answer = toJudgedAnswer(item, gold, output);
  if (!answer) throw new RangeError("the item has no key that says which of its two options is right");
  return { prompt: judgePrompt(answer), chat: null, choices: [] };
}

/**
 * The log-probabilities of a model's first token by candidate. Tokens that are the letter of an option are summed under
 * the name of the option. Other tokens are kept unchanged, including white space, for the rule that reads them.
 */
export function candidatesOf(
  found: readonly { token: string; logprob: number }[],
  choices: readonly ModelOption[],
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { token, logprob } of found) {
    if (!Number.isFinite(logprob) || token.includes("\u0000")) continue;
    const letteredChoice = choices.find(({ key, text }) => key !== text && text === token.trim());
    const key = letteredChoice?.key ?? token;
    const earlierSum = sums.get(key);
    sums.set(key, earlierSum === undefined ? logprob : logSum(earlierSum, logprob));
  }
  return Object.fromEntries(sums);
}

/** The log-probability of each option as a continuation of the prompt, summed over the option's tokens. */
export function sumOptionLogprobs(
  endings: readonly (readonly number[])[],
  choices: readonly ModelOption[],
): Record<string, number> {
  return Object.fromEntries(
    choices.map(({ key }, index) => [key, (endings[index] ?? []).reduce((sum, logprob) => sum + logprob, 0)]),
  );
}

/** ln(e^left + e^right), without overflow. */
function logSum(left: number, right: number): number {
  const [least, most] = left < right ? [left, right] : [right, left];
  return most + Math.log1p(Math.exp(least - most));
}
