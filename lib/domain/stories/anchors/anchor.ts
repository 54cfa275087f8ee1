import { textOfWords, type Worded, type WordRange } from "../../words/words.ts";

/**
 * The role of a marked span: the knowledge the character cannot have, the modified event, or the faulty words inside
 * it.
 */
export type AnchorRole = "knowledge" | "event" | "error";

/**
 * A marked span of a story that follows edits. It stores word positions (half-open), never a string to search for: the
 * released data lost 16 of 500 events because they were strings.
 */
export interface Anchor {
  id: string;
  role: AnchorRole;
  /** Word positions; equal if every word of the span was deleted, and then they are the position of the deletion. */
  start: number;
  end: number;
  /** The text of the span when it was last sound; used to search for the nearest match. */
  text: string;
  /** Why the span is unreliable although it has a position: never found at import, or an edit crossed its edge. */
  damage: "not-found" | "cut" | null;
}

/** A new, sound anchor on the words of a range. Throws RangeError for a range outside the story. */
export function anchorOn(story: Worded, id: string, role: AnchorRole, range: WordRange): Anchor {
  if (!(range.start >= 0 && range.start < range.end && range.end <= story.words.length))
    throw new RangeError(`an anchor needs words: ${range.start} to ${range.end} of ${story.words.length}`);
  return { id, role, start: range.start, end: range.end, text: textOfWords(story, range), damage: null };
}

/** Moves the anchor to other words manually (or by accepting the nearest match); it is then sound. */
export function reanchored(story: Worded, anchor: Anchor, range: WordRange): Anchor {
  return anchorOn(story, anchor.id, anchor.role, range);
}

/** Accepts a cut anchor in its current form; one without words cannot be accepted and is returned unchanged. */
export function accepted(story: Worded, anchor: Anchor): Anchor {
  return anchor.start < anchor.end && anchor.damage === "cut"
    ? anchorOn(story, anchor.id, anchor.role, anchor)
    : anchor;
}
