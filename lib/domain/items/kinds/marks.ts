import { parseWords } from "../../words/words.ts";
import type { Item } from "../item.ts";
import { parseSpans } from "./ikd/read-form.ts";
import type { ConditionLevels, Highlight, ItemKind } from "./item-kind.ts";

/** Attributes with the positions of the marks that a display condition shows, as word ranges: "12-20 33-40". */
export const markAttributes: Readonly<Record<Highlight["mark"], string>> = {
  event: "event_words",
  knowledge: "knowledge_words",
};

/** The highlights of these marks in an item's story. A mark has no highlight if its attribute is missing or invalid. */
export function highlightsOf(item: Item, marks: readonly Highlight["mark"][]): Highlight[] {
  if (marks.length === 0) return [];
  const words = parseWords(item.story.text).words.length;
  return marks.flatMap((mark) => {
    const rangeText = item.attributes?.[markAttributes[mark]];
    const ranges = typeof rangeText === "string" && rangeText !== "" ? parseSpans(rangeText, words) : null;
    return (ranges ?? []).map(([start, end]): Highlight => ({ range: [start, end], mark }));
  });
}

/** Whether the condition shows a mark that the item lacks. */
export function isUnmarked(kind: Pick<ItemKind, "marks">, levels: ConditionLevels, item: Item): boolean {
  return (kind.marks?.(levels) ?? []).some((mark) => highlightsOf(item, [mark]).length === 0);
}

/** A condition whose marks some items lack, and the number of these items. */
interface UnmarkedItems {
  levels: ConditionLevels;
  items: number;
}

/**
 * Finds the first condition whose marks some items have and others lack; null if there is none. If only erroneous
 * stories had their event marked, the mark would reveal the key. Therefore either all items of a study need the mark
 * (an original at the matching event), or the condition cannot be used for them.
 */
export function findUnmarked(
  kind: Pick<ItemKind, "marks">,
  conditions: readonly ConditionLevels[],
  items: readonly Item[],
): UnmarkedItems | null {
  for (const levels of conditions) {
    const unmarked = items.filter((item) => isUnmarked(kind, levels, item));
    if (unmarked.length > 0) return { levels, items: unmarked.length };
  }
  return null;
}
