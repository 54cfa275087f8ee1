import { textOfWords, type Worded, type WordRange } from "../../words/words.ts";

/** What a marked span is: the knowledge the character cannot have, the modified event, or the faulty words inside it. */
export type AnchorRole = "knowledge" | "event" | "error";

/**
 * A marked span of a story that follows edits. It holds word positions (half-open), never a string to search for:
 * the released data lost 16 of 500 events because they were strings.
 */
export interface Anchor {
  id: string;
  role: AnchorRole;
  /** Word positions; equal when every word of the span was deleted, and then the place where they stood. */
  start: number;
  end: number;
  /** What the span said when it was last sound; the nearest match is looked for with it. */
  text: string;
  /** Why the span cannot be trusted though it has a place: never found at import, or an edit ran across its edge. */
  damage: "not-found" | "cut" | null;
}

/** A new, sound anchor on the words of a range. A range outside the story is an impossible call. */
export function anchorOn(story: Worded, id: string, role: AnchorRole, range: WordRange): Anchor {
  if (!(range.start >= 0 && range.start < range.end && range.end <= story.words.length))
    throw new RangeError(`an anchor needs words: ${range.start} to ${range.end} of ${story.words.length}`);
  return { id, role, start: range.start, end: range.end, text: textOfWords(story, range), damage: null };
}

/** The same anchor put on other words by hand (or by accepting the nearest match); sound again. */
export function reanchored(story: Worded, anchor: Anchor, range: WordRange): Anchor {
  return anchorOn(story, anchor.id, anchor.role, range);
}

/** Accepts a cut anchor as it now stands; one without words cannot be accepted and comes back unchanged. */
export function accepted(story: Worded, anchor: Anchor): Anchor {
  return anchor.start < anchor.end && anchor.damage === "cut"
    ? anchorOn(story, anchor.id, anchor.role, anchor)
    : anchor;
}
