import { joinSpans } from "../../items/kinds/ikd/select-words.ts";
import type { WordSpan } from "../../statistics/agreement/word-overlap.ts";
import type { WordedText } from "../../words/words.ts";
import { locate } from "../anchors/locate.ts";

/** The positions in the story of the quoted sentences. */
export interface LocatedQuotes {
  spans: WordSpan[];
  /** Quotes that do not occur in the story, not even approximately. */
  unlocated: string[];
}

/**
 * Minimum similarity of a quote to the story. Models sometimes omit or change a word, so one word in five may differ.
 */
const MIN_QUOTE_SIMILARITY = 0.8;

/** Locates quoted passages (a model's answer, a pasted sentence) in the story by position. */
export function locateQuotes(story: WordedText, quotes: readonly string[]): LocatedQuotes {
  const spans: WordSpan[] = [];
  const unlocated: string[] = [];
  let near = 0;
  for (const quote of quotes) {
    const { places } = locate(story, quote, near);
    const closestRange = places.toSorted(
      (left, right) => Math.abs(left.start - near) - Math.abs(right.start - near),
    )[0];
    if (closestRange === undefined || closestRange.similarity < MIN_QUOTE_SIMILARITY) {
      if (quote.trim() !== "") unlocated.push(quote);
      continue;
    }
    spans.push([closestRange.start, closestRange.end]);
    near = closestRange.end;
  }
  return { spans: joinSpans(spans), unlocated };
}
