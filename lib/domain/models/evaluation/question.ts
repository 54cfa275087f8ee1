import type { Item, ItemRow } from "../../items/item.ts";
import type { ChatMessages, ConditionLevels } from "../../items/kinds/item-kind.ts";
import { type Presentation, renderChat, renderPrompt } from "../../items/stimulus.ts";
import { choicesOf, type ModelOption } from "../choices.ts";
import { judgedAnswer, judgePrompt } from "../judging/judge.ts";
import { exampleTexts, taskDocument } from "../task-document.ts";
import type { ContentPart } from "./received-media.ts";

/** The question to a model about one item. */
export interface ModelQuestion {
  /** All words that are sent, in their order. */
  prompt: string;
  /** The prompt as messages for chat endpoints; null if it is one message of the user. */
  chat: ChatMessages | null;
  choices: ModelOption[];
  /** The prompt with the files of the item, for chat endpoints; absent if the item has none. */
  parts?: readonly ContentPart[];
}

/**
 * The prompt of an item under a condition after its examples, each followed by its correct answer and a blank line, in
 * the format of evaluation harnesses.
 *
 * @param examples items with their keys; they are shown under the same condition
 * @param presentation the texts of a study; if omitted, those of the kind
 */
export function modelQuestion(
  item: Item,
  levels: ConditionLevels,
  examples: readonly ItemRow[],
  presentation: Presentation = {},
): ModelQuestion {
  const shownExamples = exampleTexts(examples.map((example) => taskDocument(example, levels, "", presentation)));
  return {
    prompt: shownExamples + renderPrompt(item, levels, presentation),
    // Examples repeat the instruction before each question, so there is no content for a system message.
    chat: shownExamples === "" ? renderChat(item, levels, presentation) : null,
    choices: choicesOf(item, levels),
  };
}

/**
 * The prompt of a judge about an answer. Throws a RangeError for an item whose key does not identify the correct
 * option.
 */
export function judgeQuestion(item: Item, gold: unknown, output: string): ModelQuestion {
  const answer = judgedAnswer(item, gold, output);
  if (!answer) throw new RangeError("the item has no key that says which of its two options is right");
  return { prompt: judgePrompt(answer), chat: null, choices: [] };
}

/**
 * The log-probabilities of a model's first token, by candidate. Tokens with the letter of an option are summed under
 * the option's name; all others are kept unchanged, including white space, for the rule that reads them.
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
    const earlier = sums.get(key);
    sums.set(key, earlier === undefined ? logprob : logSum(earlier, logprob));
  }
  return Object.fromEntries(sums);
}

/** The log-probability of every choice as the continuation of the prompt, summed over its tokens. */
export function likelihoodsOf(
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
