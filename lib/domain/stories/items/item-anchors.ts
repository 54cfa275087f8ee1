import { shownRange, textOfWords, type Worded, worded, wordRangeOf } from "../../words/words.ts";
import { type Anchor, anchorOn } from "../anchors/anchor.ts";
import { anchorFromText, locate } from "../anchors/locate.ts";
import type { ErroneousStory, KsteItem } from "./kste-item.ts";
import { formatMarks, parseMarks } from "./marks.ts";

/**
 * The anchors of an item as it was imported: knowledge; event and errors for an erroneous story. Errors are placed
 * through the event, so words that stand twice in the story are no problem; when the event is not in the story each
 * error is looked for by itself, near the best match of the event. What is not found is an anchor with damage.
 */
export function itemAnchors(item: KsteItem): Anchor[] {
  if (item.kind === "original") return [];
  const story = worded(item.story);
  const knowledge = anchorFromText(
    story,
    "knowledge",
    "knowledge",
    withoutOuterQuotes(item.story, item.implausibleKnowledge),
  );
  return item.kind === "knp" ? [knowledge] : [knowledge, ...eventAnchors(story, item)];
}

function eventAnchors(story: Worded, item: ErroneousStory): Anchor[] {
  const { plain, spans } = parseMarks(item.erroneousEvent, "error");
  const marked = worded(plain);
  const event = anchorFromText(story, "event", "event", plain);
  const near = event.damage === null ? event.start : (locate(story, plain).places[0]?.start ?? 0);
  const pieces = spans.filter(({ start, end }) => plain.slice(start, end).trim() !== "");
  const errors = pieces.map(({ start, end }, index): Anchor => {
    const id = `error-${index + 1}`;
    const range = wordRangeOf(marked.words, start, end);
    const isPlaced =
      event.damage === null && event.end - event.start === marked.words.length && range.end > range.start;
    if (!isPlaced) return anchorFromText(story, id, "error", plain.slice(start, end), near);
    return anchorOn(story, id, "error", { start: event.start + range.start, end: event.start + range.end });
  });
  if (errors.length > 0 || item.error.trim() === "") return [event, ...errors];
  // An event that lost its marks still has the error as a text.
  return [event, anchorFromText(story, "error-1", "error", item.error, near)];
}

/** Knowledge is sometimes quoted with marks that the story does not have; then the marks are left off. */
export function withoutOuterQuotes(story: string, quoted: string): string {
  const trimmed = quoted.trim();
  const bare = /^["“”'‘’](.*)["“”'‘’]$/su.exec(trimmed)?.[1]?.trim();
  if (bare === undefined || bare === "") return trimmed;
  const whole = worded(story);
  return locate(whole, trimmed).how === "exact" ? trimmed : bare;
}

/** The three fields of the released format that follow from a story and its sound anchors. */
export interface MarkedFields {
  implausibleKnowledge: string | null;
  /** Null without a sound event. */
  erroneousEvent: string | null;
  error: string | null;
}

/**
 * Writes anchors back as the text fields of the released format. What comes out always stands in the story word for
 * word, which is what a format of strings cannot promise by itself.
 */
export function markedFields(story: Worded, anchors: readonly Anchor[]): MarkedFields {
  const isSound = (anchor: Anchor) => anchor.damage === null && anchor.start < anchor.end;
  const knowledge = anchors.find((anchor) => anchor.role === "knowledge" && isSound(anchor));
  const event = anchors.find((anchor) => anchor.role === "event" && isSound(anchor));
  const implausibleKnowledge = knowledge === undefined ? null : textOfWords(story, knowledge);
  if (event === undefined) return { implausibleKnowledge, erroneousEvent: null, error: null };
  const whole = shownRange(story, event);
  const spans = anchors
    .filter(
      (anchor) => anchor.role === "error" && isSound(anchor) && anchor.start >= event.start && anchor.end <= event.end,
    )
    .map((anchor) => shownRange(story, anchor))
    .sort((left, right) => left.start - right.start)
    .map(({ start, end }) => ({
      start: Math.max(start, whole.start) - whole.start,
      end: Math.min(end, whole.end) - whole.start,
    }));
  const separate = spans.map((span, index) => ({ ...span, start: Math.max(span.start, spans[index - 1]?.end ?? 0) }));
  const plain = story.text.slice(whole.start, whole.end);
  return {
    implausibleKnowledge,
    erroneousEvent: formatMarks(plain, separate, "error"),
    error: separate
      .map(({ start, end }) => plain.slice(start, end))
      .join("")
      .trim(),
  };
}
