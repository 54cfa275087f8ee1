import { parseWords } from "../../words/words.ts";
import type { Item } from "../item.ts";
import { parseSpans } from "./ikd/read-form.ts";
import type { ConditionLevels, Highlight, ItemKind } from "./item-kind.ts";

/** The attributes with the positions of a display condition's marks: word ranges as "12-20 33-40". */
export const markAttributes: Readonly<Record<Highlight["mark"], string>> = {
  event: "event_words",
  knowledge: "knowledge_words",
};

/** The highlights of these marks in an item's story. A mark whose attribute is missing or invalid has none. */
export function highlightsOf(item: Item, marks: readonly Highlight["mark"][]): Highlight[] {
  if (marks.length === 0) return [];
  const words = parseWords(item.story.text).words.length;
  return marks.flatMap((mark) => {
    const rangeText = item.attributes?.[markAttributes[mark]];
    const ranges = typeof rangeText === "string" && rangeText !== "" ? parseSpans(rangeText, words) : null;
    return (ranges ?? []).map(([start, end]): Highlight => ({ range: [start, end], mark }));
  });
}

/** Whether a condition shows a mark that an item does not have. */
export function isUnmarked(kind: Pick<ItemKind, "marks">, levels: ConditionLevels, item: Item): boolean {
  return (kind.marks?.(levels) ?? []).some((mark) => highlightsOf(item, [mark]).length === 0);
}

/** A condition with marks that some of its items do not have, and the number of those items. */
interface UnmarkedItems {
  levels: ConditionLevels;
  items: number;
}

/**
 * The first condition under which some items would have a mark and others none; null if there is none. If only stories
 * with an error had their event marked, the mark would reveal the key: so all of a study's items need it, an original
 * at the matching event, or the condition cannot be used for them.
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
