import type { ItemRow } from "../items/item.ts";
import type { ConditionLevels } from "../items/kinds/item-kind.ts";
import { rightKeys } from "../items/right-keys.ts";
import { conditionKey, type Presentation, renderPrompt, renderStimulus } from "../items/stimulus.ts";
import { choicesOf } from "./choices.ts";

/** An item under a condition as models are asked it, with what proves afterwards that they were. */
export interface TaskDocument {
  id: string;
  item: string;
  condition: ConditionLevels;
  /** What the model is given, word for word. */
  prompt: string;
  /** The answers between which to choose, in the order shown; empty for answers in one's own words. */
  choices: string[];
  /** The place of the right answer among the choices; null where there are none, or no key. */
  gold: number | null;
  /** The right answer in words; empty without a key. */
  answer: string;
  contentFingerprint: string;
  presentationFingerprint: string;
  canary: string;
}

/**
 * Renders an item for models by the function that renders it for people. Options are answered by their letters where the
 * prompt letters them, else by their words.
 */
export function taskDocument(
  row: ItemRow,
  condition: ConditionLevels,
  canary: string,
  presentation: Presentation = {},
): TaskDocument {
  const { contentFingerprint, presentationFingerprint } = renderStimulus(row, condition, presentation);
  const offered = choicesOf(row, condition);
  const right = rightKeys(row, row.gold);
  const choices = offered.map(({ text }) => text);
  const gold = offered.findIndex(({ value }) => right.includes(value));
  return {
    id: conditionKey(condition) === "" ? row.id : `${row.id}|${conditionKey(condition)}`,
    item: row.id,
    condition,
    prompt: renderPrompt(row, condition, presentation),
    choices,
    gold: gold < 0 ? null : gold,
    answer: gold >= 0 ? (choices[gold] ?? "") : (firstAccepted(row.gold) ?? rightOption(row, offered.length)),
    contentFingerprint,
    presentationFingerprint,
    canary,
  };
}

/** Examples as they stand before a question: each with its right answer and a blank line after it, as harnesses write them. */
export function exampleTexts(examples: readonly Pick<TaskDocument, "prompt" | "answer">[]): string {
  return examples.map(({ prompt, answer }) => `${prompt} ${answer}\n\n`).join("");
}

function firstAccepted(gold: unknown): string | null {
  const accept = typeof gold === "object" && gold !== null && "accept" in gold ? gold.accept : null;
  return Array.isArray(accept) && typeof accept[0] === "string" ? accept[0] : null;
}

/** The right option in words where none is shown. */
function rightOption({ gold, options }: ItemRow, shown: number): string {
  return shown === 0 && typeof gold === "number" ? (options[gold] ?? "") : "";
}
