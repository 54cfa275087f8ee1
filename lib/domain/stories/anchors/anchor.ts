import { textOfWords, type WordedText, type WordRange } from "../../words/words.ts";

/**
 * The role of a marked span: the knowledge that the character cannot have, the modified event, or the erroneous words
 * inside the event.
 */
export type AnchorRole = "knowledge" | "event" | "error";

/**
 * A marked span of a story that follows edits. It stores word positions (half-open) instead of the text: 16 of 500
 * events in the released data were lost because they were stored as text.
 */
export interface Anchor {
  id: string;
  role: AnchorRole;
  /** Word positions. If every word of the span was deleted, both are the position of the deletion. */
  start: number;
  end: number;
  /** The text of the span when it was last sound; used to find the nearest match. */
  text: string;
  /** Why the span is unreliable although it has a position: never found at import, or an edit crossed its edge. */
  damage: "not-found" | "cut" | null;
}

/** Creates a sound anchor on the words of a range. Throws RangeError for a range outside the story. */
export function createAnchor(story: WordedText, id: string, role: AnchorRole, range: WordRange): Anchor {
  if (!(range.start >= 0 && range.start < range.end && range.end <= story.words.length))
    throw new RangeError(`an anchor needs words: ${range.start} to ${range.end} of ${story.words.length}`);
  return { id, role, start: range.start, end: range.end, text: textOfWords(story, range), damage: null };
}

/** Moves the anchor to other words manually (or by accepting the nearest match); it is then sound. */
export function moveAnchor(story: WordedText, anchor: Anchor, range: WordRange): Anchor {
  return createAnchor(story, anchor.id, anchor.role, range);
}

/** Accepts a cut anchor as it is now; an anchor without words cannot be accepted and is returned unchanged. */
export function acceptCutAnchor(story: WordedText, anchor: Anchor): Anchor {
  return anchor.start < anchor.end && anchor.damage === "cut"
    ? createAnchor(story, anchor.id, anchor.role, anchor)
    : anchor;
}
