import type { WordedText, WordRange } from "../../words/words.ts";
import { type Anchor, type AnchorRole, createAnchor, moveAnchor } from "./anchor.ts";

/** The effect of marking words on the marks of a story. */
export type Marking =
  /** An additional mark. */
  | { does: "added"; anchor: Anchor; anchors: Anchor[] }
  /**
   * A mark that overlaps the words, or one that had lost its words, was moved to the marked words; `before` is its
   * previous state.
   */
  | { does: "moved"; anchor: Anchor; before: Anchor; anchors: Anchor[] }
  /** An item has only one event, and its mark is at another position. Nothing changes. */
  | { does: "refused"; standing: Anchor };

/**
 * Marks a range of words, which must contain a word. If a mark of the same role overlaps the range, or has lost its
 * words, that mark is moved to the range. Otherwise a mark is added, except a second event, because an item has only
 * one. Knowledge that is noted in words other than the story's is kept in addition to the new mark.
 */
export function markWords(story: WordedText, anchors: readonly Anchor[], role: AnchorRole, range: WordRange): Marking {
  const marksOfRole = anchors.filter((anchor) => anchor.role === role);
  const overlapping = marksOfRole.find(
    (anchor) => anchor.damage !== "not-found" && anchor.start < range.end && anchor.end > range.start,
  );
  const target = overlapping ?? marksOfRole.find((anchor) => isLost(anchor));
  if (target !== undefined) {
    const anchor = moveAnchor(story, target, range);
    return {
      does: "moved",
      anchor,
      before: target,
      anchors: anchors.map((one) => (one.id === target.id ? anchor : one)),
    };
  }
  const [existingMark] = marksOfRole;
  if (role === "event" && existingMark !== undefined) return { does: "refused", standing: existingMark };
  const anchor = createAnchor(story, unusedId(anchors, role), role, range);
  return { does: "added", anchor, anchors: [...anchors, anchor] };
}

/** Whether a mark has lost its words. Knowledge that was never found in the text is a note, not a lost mark. */
function isLost(anchor: Anchor): boolean {
  if (anchor.damage === "not-found") return anchor.role !== "knowledge";
  return anchor.start === anchor.end;
}

/** An unused ID in the scheme of the import: one knowledge and one event without a number, errors from 1 on. */
function unusedId(anchors: readonly Anchor[], role: AnchorRole): string {
  const isTaken = (id: string) => anchors.some((anchor) => anchor.id === id);
  if (role !== "error" && !isTaken(role)) return role;
  for (let number = role === "error" ? 1 : 2; ; number += 1) {
    if (!isTaken(`${role}-${number}`)) return `${role}-${number}`;
  }
}
