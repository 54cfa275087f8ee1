import type { Answer, Item } from "./item.ts";
import type { Score } from "./kinds/item-kind.ts";
import { itemKinds } from "./kinds/registry.ts";
import { findRightKeys } from "./right-keys.ts";

/**
 * Scores a stored answer by the rules of the item's kind. An answer after the time limit is wrong under every key,
 * whatever its draft contains. `correct` is null if the key is not decisive or the kind is unknown.
 */
export function scoreStoredAnswer(answer: Answer, gold: unknown, item: Item): Score {
  if (answer.timedOut) return { correct: findRightKeys(item, gold).length > 0 ? false : null, measures: {} };
  return itemKinds[item.kind]?.score(answer, gold, item) ?? { correct: null, measures: {} };
}
