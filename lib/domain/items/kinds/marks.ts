import { worded } from "../../words/words.ts";
import type { Item } from "../item.ts";
import { parseSpans } from "./consistency/read-form.ts";
import type { Highlight } from "./item-kind.ts";

/** The attributes that say where the marks of a display condition stand: word ranges as "12-20 33-40". */
export const markAttributes: Readonly<Record<Highlight["mark"], string>> = {
  event: "event_words",
  knowledge: "knowledge_words",
};

/** The highlights of these marks in an item's story. A mark whose attribute is missing or no range of its words has none. */
export function highlightsOf(item: Item, marks: readonly Highlight["mark"][]): Highlight[] {
  if (marks.length === 0) return [];
  const words = worded(item.story.text).words.length;
  return marks.flatMap((mark) => {
    const written = item.attributes?.[markAttributes[mark]];
    const ranges = typeof written === "string" && written !== "" ? parseSpans(written, words) : null;
    return (ranges ?? []).map(([start, end]): Highlight => ({ range: [start, end], mark }));
  });
}

/** Which of these marks an item does not have, so that a condition cannot show them. */
export function missingMarks(item: Item, marks: readonly Highlight["mark"][]): Highlight["mark"][] {
  return marks.filter((mark) => highlightsOf(item, [mark]).length === 0);
}
