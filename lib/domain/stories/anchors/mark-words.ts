import type { Worded, WordRange } from "../../words/words.ts";
import { type Anchor, type AnchorRole, anchorOn, reanchored } from "./anchor.ts";

/** What marking words does to the marks of a story. */
export type Marking =
  /** A mark more, beside those there are. */
  | { does: "added"; anchor: Anchor; anchors: Anchor[] }
  /** The mark that the words touch, or one that had lost its words, is now on them; `before` is how it was. */
  | { does: "moved"; anchor: Anchor; before: Anchor; anchors: Anchor[] }
  /** An item has one event, and it is elsewhere. Nothing is replaced. */
  | { does: "refused"; standing: Anchor };

/**
 * Marks a range of words. A mark of the same role that the words touch is put on them; so is one that had lost its words.
 * Otherwise knowledge and errors get a mark more; of the event there is only one, which is never replaced by a mark made
 * elsewhere. A note of knowledge in other words than the story's stays beside the new mark. The range must hold a word.
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

/** Whether a mark has no words any more; knowledge that never had any is a note, and stays one. */
function isLost(anchor: Anchor): boolean {
  if (anchor.damage === "not-found") return anchor.role !== "knowledge";
  return anchor.start === anchor.end;
}

/** The names that imports give: one knowledge and one event without a number, errors from 1 on. */
function freeId(anchors: readonly Anchor[], role: AnchorRole): string {
  const isTaken = (id: string) => anchors.some((anchor) => anchor.id === id);
  if (role !== "error" && !isTaken(role)) return role;
  for (let number = role === "error" ? 1 : 2; ; number += 1) {
    if (!isTaken(`${role}-${number}`)) return `${role}-${number}`;
  }
}
