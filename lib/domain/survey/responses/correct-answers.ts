import type { Item } from "../../items/item.ts";
import type { ItemKind } from "../../items/kinds/item-kind.ts";
import { optionsOf } from "../../items/stimulus.ts";

export interface KeyedItem {
  itemVersionId: string;
  item: Item;
  /** The newest key's gold answer; undefined if there is no key. */
  gold: unknown;
}

/**
 * Whether an answer with that answer key is right; answers without a choice, or without a decisive key, are omitted.
 */
export interface CorrectAnswer {
  itemVersionId: string;
  /** The result for all other answers to the item; null for free text. */
  answerKey: string | null;
  isCorrect: boolean;
}

/**
 * Every possible choice, judged by the kind's own scorer, so that a database can decide right or wrong with two
 * columns. Options do not depend on the condition; only their order does.
 */
export function judgeChoices(kind: ItemKind, items: readonly KeyedItem[]): CorrectAnswer[] {
  return items.flatMap(({ itemVersionId, item, gold }) => {
    if (gold === undefined) return [];
    const own = kind.rightKeys?.(gold, item) ?? null;
    if (own) {
      const right = own.map((answerKey) => ({ itemVersionId, answerKey, isCorrect: true }));
      return right.length === 0 ? [] : [...right, { itemVersionId, answerKey: null, isCorrect: false }];
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
export function answerVerdict(
  judged: readonly CorrectAnswer[],
  answer: { itemVersionId: string; answerKey: string | null },
): boolean | null {
  if (answer.answerKey === null) return null;
  const ofItem = judged.filter(({ itemVersionId }) => itemVersionId === answer.itemVersionId);
  const named = ofItem.find(({ answerKey }) => answerKey === answer.answerKey);
  return (named ?? ofItem.find(({ answerKey }) => answerKey === null))?.isCorrect ?? null;
}
