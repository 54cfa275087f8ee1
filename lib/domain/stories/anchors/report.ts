import { type Sentence, sentencesOf } from "../../words/sentences.ts";
import { shownRange, textOfWords, type WordedText } from "../../words/words.ts";
import type { Anchor } from "./anchor.ts";
import { findOccurrences } from "./find-words.ts";
import { nearestMatch, type PassageMatch } from "./nearest-match.ts";
import { snapToSentences } from "./snap-to-sentences.ts";

/** The state of an anchor, for the workspace. `note`: knowledge in words other than the story's. */
export type AnchorState = "ok" | "note" | "broken" | "empty" | "doubled";

/** Why an anchor is not `ok`. */
export type AnchorReason =
  /** The words were not in the story at import: a note for knowledge in other words, otherwise broken. */
  | "not-found"
  /** broken: an edit crossed its edge */
  | "cut"
  /** broken: an error outside the modified event */
  | "outside-event"
  /** empty: all its words were deleted */
  | "deleted"
  /** doubled: the same words occur in the story a second time, so the export would be ambiguous */
  | "repeated"
  /** doubled: another error covers some of its words */
  | "overlapping";

/** An anchor as shown in the workspace. */
export interface AnchorReport {
  anchor: Anchor;
  state: AnchorState;
  reason: AnchorReason | null;
  /** Whether the anchor blocks the item until it is resolved; a note does not. */
  blocks: boolean;
  /** The words that the anchor covers now, as written in the story. */
  text: string;
  /** The displayed characters of the mark, half-open. */
  shown: { start: number; end: number };
  /**
   * For an anchor without sound words: the sentences most similar to its stored text; null if no sentence is similar.
   */
  nearest: PassageMatch | null;
}

/** The state of every anchor of a story. */
export function anchorReports(story: WordedText, anchors: readonly Anchor[]): AnchorReport[] {
  let sentences: readonly Sentence[] | null = null;
  const nearestOf = (anchor: Anchor): PassageMatch | null => {
    const match = nearestMatch(story.words, anchor.text, anchor.start);
    if (match === null) return null;
    sentences ??= sentencesOf(story);
    const event = anchor.role === "error" ? soundEvent(anchors) : undefined;
    return { ...match, ...snapToSentences(sentences, match, event) };
  };
  return anchors.map((anchor) => {
    const reason = findAnchorReason(story, anchor, anchors);
    const state = classifyState(anchor, reason);
    const isLost = state === "note" || state === "broken" || state === "empty";
    return {
      anchor,
      state,
      reason,
      blocks: isBlockingReason(anchor, reason),
      text: textOfWords(story, anchor),
      shown: shownRange(story, anchor),
      nearest: isLost && reason !== "outside-event" ? nearestOf(anchor) : null,
    };
  });
}

/** Knowledge that the story does not contain verbatim is a note; every other problem of a mark blocks the item. */
function isBlockingReason(anchor: Anchor, reason: AnchorReason | null): boolean {
  return reason !== null && (reason !== "not-found" || anchor.role !== "knowledge");
}

function findAnchorReason(story: WordedText, anchor: Anchor, all: readonly Anchor[]): AnchorReason | null {
  if (anchor.damage === "not-found") return "not-found";
  if (anchor.start === anchor.end) return "deleted";
  if (anchor.damage === "cut") return "cut";
  if (anchor.role !== "error") {
    return findOccurrences(story.words, textOfWords(story, anchor), 2).length > 1 ? "repeated" : null;
  }
  // The export marks errors inside the event, so their position is unambiguous even if their words also occur in other
  // passages.
  const event = soundEvent(all);
  if (event !== undefined && (anchor.start < event.start || anchor.end > event.end)) return "outside-event";
  const overlaps = all.some(
    (other) => other.role === "error" && other.id !== anchor.id && other.start < anchor.end && anchor.start < other.end,
  );
  return overlaps ? "overlapping" : null;
}

function soundEvent(anchors: readonly Anchor[]): Anchor | undefined {
  const event = anchors.find((anchor) => anchor.role === "event");
  return event !== undefined && event.damage === null && event.start < event.end ? event : undefined;
}

function classifyState(anchor: Anchor, reason: AnchorReason | null): AnchorState {
  switch (reason) {
    case null:
      return "ok";
    case "not-found":
      return anchor.role === "knowledge" ? "note" : "broken";
    case "cut":
    case "outside-event":
      return "broken";
    case "deleted":
      return "empty";
    case "repeated":
    case "overlapping":
      return "doubled";
  }
}
