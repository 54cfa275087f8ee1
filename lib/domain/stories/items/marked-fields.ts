import { shownRange, textOfWords, type WordedText } from "../../words/words.ts";
import type { Anchor } from "../anchors/anchor.ts";
import { formatMarks } from "./marks.ts";

/** The three fields of the released format that are derived from a story and its sound anchors. */
export interface MarkedFields {
  implausibleKnowledge: string | null;
  /** Null without a sound event. */
  erroneousEvent: string | null;
  error: string | null;
}

/**
 * Converts anchors to the text fields of the released format. The result always occurs verbatim in the story, because
 * it is cut from the story. `rangeOf` returns the character range of an anchor.
 */
export function markedFields(
  story: WordedText,
  anchors: readonly Anchor[],
  rangeOf: (anchor: Anchor) => { start: number; end: number } = (anchor) => shownRange(story, anchor),
): MarkedFields {
  const isSound = (anchor: Anchor) => anchor.damage === null && anchor.start < anchor.end;
  const knowledge = anchors.find((anchor) => anchor.role === "knowledge" && isSound(anchor));
  const event = anchors.find((anchor) => anchor.role === "event" && isSound(anchor));
  const implausibleKnowledge = knowledge === undefined ? null : textOfWords(story, knowledge);
  if (event === undefined) return { implausibleKnowledge, erroneousEvent: null, error: null };
  const eventRange = rangeOf(event);
  const spans = anchors
    .filter(
      (anchor) => anchor.role === "error" && isSound(anchor) && anchor.start >= event.start && anchor.end <= event.end,
    )
    .map(rangeOf)
    .sort((left, right) => left.start - right.start)
    .map(({ start, end }) => ({
      start: Math.max(start, eventRange.start) - eventRange.start,
      end: Math.min(end, eventRange.end) - eventRange.start,
    }));
  const separate = spans.map((span, index) => ({ ...span, start: Math.max(span.start, spans[index - 1]?.end ?? 0) }));
  const plain = story.text.slice(eventRange.start, eventRange.end);
  return {
    implausibleKnowledge,
    erroneousEvent: formatMarks(plain, separate, "error"),
    error: separate
      .map(({ start, end }) => plain.slice(start, end))
      .join("")
      .trim(),
  };
}
