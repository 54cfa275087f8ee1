import type { Item } from "../../items/item.ts";
import type { ItemKind } from "../../items/kinds/item-kind.ts";
import { optionsOf } from "../../items/stimulus.ts";

export interface KeyedItem {
  itemVersionId: string;
  item: Item;
  /** The gold answer of the newest key; undefined if there is no key. */
  gold: unknown;
}

/**
 * Whether an answer with this answer key is right; answers without a choice, or without a decisive key, are omitted.
 */
export interface CorrectAnswer {
  itemVersionId: string;
  /** Whether all other answers to the item are right; null for free text. */
  answerKey: string | null;
  isCorrect: boolean;
}

/**
 * Evaluates every possible choice with the kind's scorer, so that the database can decide with two columns whether an
 * answer is right. The options do not depend on the condition; only their order does.
 */
export function judgeChoices(kind: ItemKind, items: readonly KeyedItem[]): CorrectAnswer[] {
  return items.flatMap(({ itemVersionId, item, gold }) => {
    if (gold === undefined) return [];
    const decisiveKeys = kind.rightKeys?.(gold, item) ?? null;
    if (decisiveKeys) {
      const rightAnswers = decisiveKeys.map((answerKey) => ({ itemVersionId, answerKey, isCorrect: true }));
      return rightAnswers.length === 0 ? [] : [...rightAnswers, { itemVersionId, answerKey: null, isCorrect: false }];
    }
    const options = optionsOf(item);
    return options.flatMap(({ value }): CorrectAnswer[] => {
      const answerKey = kind.answerKey({ choice: value });
      const { correct } = kind.score({ choice: value }, gold, item);
      return answerKey === null || correct === null ? [] : [{ itemVersionId, answerKey, isCorrect: correct }];
    });
  });
}

/** Whether an answer to an item is right; null without an answer or a decisive key. */
export function findAnswerVerdict(
  judged: readonly CorrectAnswer[],
  answer: { itemVersionId: string; answerKey: string | null },
): boolean | null {
  if (answer.answerKey === null) return null;
  const itemAnswers = judged.filter(({ itemVersionId }) => itemVersionId === answer.itemVersionId);
  const exactMatch = itemAnswers.find(({ answerKey }) => answerKey === answer.answerKey);
  return (exactMatch ?? itemAnswers.find(({ answerKey }) => answerKey === null))?.isCorrect ?? null;
}
