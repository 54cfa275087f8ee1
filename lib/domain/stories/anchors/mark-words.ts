import type { Worded, WordRange } from "../../words/words.ts";
import { type Anchor, type AnchorRole, anchorOn, reanchored } from "./anchor.ts";

/** The effect of marking words on the marks of a story. */
export type Marking =
  /** An additional mark. */
  | { does: "added"; anchor: Anchor; anchors: Anchor[] }
  /**
   * The mark that overlaps the words, or one that had lost its words, was moved to them; `before` is its previous
   * state.
   */
  | { does: "moved"; anchor: Anchor; before: Anchor; anchors: Anchor[] }
  /** An item has only one event, and it is at another position. Nothing changes. */
  | { does: "refused"; standing: Anchor };

/**
 * Marks a range of words. A mark of the same role that overlaps the words, or one that had lost its words, is moved to
 * them. Otherwise a mark is added for knowledge and errors; there is only one event, which a mark at another position
 * never replaces. A note of knowledge in other words than the story's is kept in addition to the new mark. The range
 * must contain a word.
 */
export function markWords(story: Worded, anchors: readonly Anchor[], role: AnchorRole, range: WordRange): Marking {
  const own = anchors.filter((anchor) => anchor.role === role);
  const touched = own.find(
    (anchor) => anchor.damage !== "not-found" && anchor.start < range.end && anchor.end > range.start,
  );
  const target = touched ?? own.find((anchor) => isLost(anchor));
  if (target !== undefined) {
    const anchor = reanchored(story, target, range);
    return {
      does: "moved",
      anchor,
      before: target,
      anchors: anchors.map((one) => (one.id === target.id ? anchor : one)),
    };
  }
  const [standing] = own;
  if (role === "event" && standing !== undefined) return { does: "refused", standing };
  const anchor = anchorOn(story, freeId(anchors, role), role, range);
  return { does: "added", anchor, anchors: [...anchors, anchor] };
}

/** Whether a mark has lost its words. Knowledge that was never found in the text is a note, not a lost mark. */
function isLost(anchor: Anchor): boolean {
  if (anchor.damage === "not-found") return anchor.role !== "knowledge";
  return anchor.start === anchor.end;
}

/** The names used by imports: one knowledge and one event without a number, errors from 1 on. */
function freeId(anchors: readonly Anchor[], role: AnchorRole): string {
  const isTaken = (id: string) => anchors.some((anchor) => anchor.id === id);
  if (role !== "error" && !isTaken(role)) return role;
  for (let number = role === "error" ? 1 : 2; ; number += 1) {
    if (!isTaken(`${role}-${number}`)) return `${role}-${number}`;
  }
}
