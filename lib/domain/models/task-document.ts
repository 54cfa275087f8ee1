import type { ItemRow } from "../items/item.ts";
import type { ConditionLevels } from "../items/kinds/item-kind.ts";
import { withAlternativeTexts } from "../items/kinds/task/media-marks.ts";
import { findRightKeys } from "../items/right-keys.ts";
import { conditionKey, type Presentation, renderPrompt, renderStimulus } from "../items/stimulus.ts";
import { choicesOf } from "./choices.ts";

/** An item under a condition as shown to models, with the fingerprints for a later parity check. */
export interface TaskDocument {
  id: string;
  item: string;
  condition: ConditionLevels;
  /**
   * The exact input of the model. A harness sends only text, so images are replaced by alternative texts (parity:
   * "media").
   */
  prompt: string;
  /** The possible answers, in the order shown; empty for free text. */
  choices: string[];
  /** The index of the correct option; null if there are no options or no key. */
  gold: number | null;
  /** The correct answer as text; empty if there is no key. */
  answer: string;
  contentFingerprint: string;
  presentationFingerprint: string;
  canary: string;
}

/**
 * Renders an item for models with the function that also renders it for people. Options are answered by letter if the
 * prompt uses letters, otherwise by text.
 */
export function createTaskDocument(
  row: ItemRow,
  condition: ConditionLevels,
  canary: string,
  presentation: Presentation = {},
): TaskDocument {
  const stimulus = renderStimulus(row, condition, presentation);
  const { contentFingerprint, presentationFingerprint } = stimulus;
  const options = choicesOf(row, condition);
  const right = findRightKeys(row, row.gold);
  const choices = options.map(({ text }) => text);
  const gold = options.findIndex(({ value }) => right.includes(value));
  return {
    id: conditionKey(condition) === "" ? row.id : `${row.id}|${conditionKey(condition)}`,
    item: row.id,
    condition,
    prompt: withAlternativeTexts(
      renderPrompt(row, condition, presentation),
      stimulus.screens.flatMap(({ task }) => task?.shown ?? []),
    ),
    choices,
    gold: gold < 0 ? null : gold,
    answer: gold >= 0 ? (choices[gold] ?? "") : (firstAccepted(row.gold) ?? findRightOption(row, options.length)),
    contentFingerprint,
    presentationFingerprint,
    canary,
  };
}

/**
 * The examples before a question. Each is followed by its correct answer and a blank line, as in evaluation harnesses.
 */
export function formatExamples(examples: readonly Pick<TaskDocument, "prompt" | "answer">[]): string {
  return examples.map(({ prompt, answer }) => `${prompt} ${answer}\n\n`).join("");
}

function firstAccepted(gold: unknown): string | null {
  const accept = typeof gold === "object" && gold !== null && "accept" in gold ? gold.accept : null;
  return Array.isArray(accept) && typeof accept[0] === "string" ? accept[0] : null;
}

/** The text of the correct option, used if no options are shown. */
function findRightOption({ gold, options }: ItemRow, shown: number): string {
  return shown === 0 && typeof gold === "number" ? (options[gold] ?? "") : "";
}
