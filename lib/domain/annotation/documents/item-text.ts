import type { ItemStatus } from "../task.ts";

/** The inputs that determine the text of an item. */
export interface TextSources {
  status: ItemStatus;
  /**
   * The accepted copy and its revision. If the revision is null, the imported text is accepted; if the copy is null,
   * nothing is accepted.
   */
  acceptedTaskId: string | null;
  acceptedRevisionId: string | null;
  /** Submissions of the item's copies that are not reopened or returned. */
  submissions: readonly { revisionId: string | null; savedAt: Date }[];
}

/** A revision's id; null for the imported text. */
type TextRevision = string | null;

/**
 * Returns the texts of an item. `current` is the accepted text, even if another copy was changed later. If nothing is
 * accepted, `current` is the newest submission, or the imported text if there is none. `released` is the text that is
 * published and re-solved: the accepted text of an item that is accepted or waits for its re-solve, otherwise
 * undefined. The view `item_text` implements the same rule.
 */
export function selectItemText({ status, acceptedTaskId, acceptedRevisionId, submissions }: TextSources): {
  current: TextRevision;
  released: TextRevision | undefined;
} {
  if (acceptedTaskId !== null) {
    const isReleased = status === "accepted" || status === "reviewed";
    return { current: acceptedRevisionId, released: isReleased ? acceptedRevisionId : undefined };
  }
  const newest = submissions.toSorted((a, b) => b.savedAt.getTime() - a.savedAt.getTime())[0];
  return { current: newest?.revisionId ?? null, released: undefined };
}
