import type { WordSpan } from "../../statistics/agreement/word-overlap.ts";
import { parseWords, shownRange } from "../../words/words.ts";

/** The words that someone marked or quoted in a story, by word position. */
export interface StoryMarking {
  side: "people" | "models";
  /** The model; empty for a person, who is not named. */
  label: string;
  spans: readonly WordSpan[];
}

/** A part of a story whose words all have the same marks. */
export interface StoryPiece {
  text: string;
  /** People who marked it. */
  people: number;
  /** Models that marked it, each once. */
  models: string[];
  /** Whether the key marks it as the error. */
  isKey: boolean;
}

/** Splits a story where marks begin and end. Each part lists who marked it; unmarked parts are included. */
export function markStory(text: string, markings: readonly StoryMarking[], key: readonly WordSpan[]): StoryPiece[] {
  const story = parseWords(text);
  const ranges = (spans: readonly WordSpan[]) =>
    spans
      .filter(([start, end]) => start >= 0 && start < end && end <= story.words.length)
      .map(([start, end]) => shownRange(story, { start, end }));
  const markedRanges = markings.map(({ side, label, spans }) => ({ side, label, ranges: ranges(spans) }));
  const keyRanges = ranges(key);
  const edges = [...markedRanges.flatMap((one) => one.ranges), ...keyRanges].flatMap(({ start, end }) => [start, end]);
  const boundaries = [...new Set([0, ...edges, text.length])].sort((left, right) => left - right);
  return boundaries.slice(1).map((end, index) => {
    const start = boundaries[index]!;
    const covers = (range: { start: number; end: number }) => range.start <= start && range.end >= end;
    const covering = markedRanges.filter((one) => one.ranges.some(covers));
    return {
      text: text.slice(start, end),
      people: covering.filter(({ side }) => side === "people").length,
      models: [...new Set(covering.filter(({ side }) => side === "models").map(({ label }) => label))].sort(),
      isKey: keyRanges.some(covers),
    };
  });
}
