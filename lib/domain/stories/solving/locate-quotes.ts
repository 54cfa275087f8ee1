import { joinedSpans } from "../../items/kinds/consistency/select-words.ts";
import type { WordSpan } from "../../statistics/agreement/word-overlap.ts";
import type { Worded } from "../../words/words.ts";
import { locate } from "../anchors/locate.ts";

/** The positions in the story of the quoted sentences. */
export interface LocatedQuotes {
  spans: WordSpan[];
  /** Quotes that do not occur in the story, not even approximately. */
  unlocated: string[];
}

/** A quote may differ from the story in one word in five, because models sometimes omit or change a word. */
const CLOSE = 0.8;

/** Locates quoted passages (a model's answer, a pasted sentence) in the story by position. */
export function locateQuotes(story: Worded, quotes: readonly string[]): LocatedQuotes {
  const spans: WordSpan[] = [];
  const unlocated: string[] = [];
  let near = 0;
  for (const quote of quotes) {
    const { places } = locate(story, quote, near);
    const place = places.toSorted((left, right) => Math.abs(left.start - near) - Math.abs(right.start - near))[0];
    if (place === undefined || place.similarity < CLOSE) {
      if (quote.trim() !== "") unlocated.push(quote);
      continue;
    }
    spans.push([place.start, place.end]);
    near = place.end;
  }
  return { spans: joinedSpans(spans), unlocated };
}
