import { parseWords, shownRange } from "../words/words.ts";
import type { Highlight } from "./kinds/item-kind.ts";

/** The characters before and after marked words in plain text, by type of mark. */
export type MarkSyntax = Readonly<Record<Highlight["mark"], readonly [open: string, close: string]>>;

export const defaultMarkSyntax: MarkSyntax = {
  event: ["<event>", "</event>"],
  knowledge: ["<knowledge>", "</knowledge>"],
};

/** Writes the marks into a story's text, at the same positions as the highlights on screen. */
export function insertMarks(text: string, highlights: readonly Highlight[], syntax: MarkSyntax): string {
  if (highlights.length === 0) return text;
  const story = parseWords(text);
  const edges = highlights
    .filter(({ range }) => range[0] < range[1])
    .flatMap(({ range, mark }) => {
      const { start, end } = shownRange(story, { start: range[0], end: range[1] });
      const [open, close] = syntax[mark];
      return [
        { at: start, text: open, closes: 0, reach: end },
        { at: end, text: close, closes: 1, reach: start },
      ];
    });
  // At the same position, ends come before starts. Of several starts, the longest range is the outermost.
  const order = edges.toSorted(
    (left, right) => left.at - right.at || right.closes - left.closes || right.reach - left.reach,
  );
  let from = 0;
  let result = "";
  for (const edge of order) {
    result += text.slice(from, edge.at) + edge.text;
    from = edge.at;
  }
  return result + text.slice(from);
}
