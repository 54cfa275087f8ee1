import type { Answer, Item } from "./item.ts";
import type { Score } from "./kinds/item-kind.ts";
import { itemKinds } from "./kinds/registry.ts";
import { rightKeys } from "./right-keys.ts";

/**
 * The score of a stored answer by the item's kind. An answer that came after its time is wrong under every key, whatever
 * its draft holds. `correct` is null if the key is not decisive, or the kind is unknown.
 */
export function scoreStoredAnswer(answer: Answer, gold: unknown, item: Item): Score {
  if (answer.timedOut) return { correct: rightKeys(item, gold).length > 0 ? false : null, measures: {} };
  return itemKinds[item.kind]?.score(answer, gold, item) ?? { correct: null, measures: {} };
}
