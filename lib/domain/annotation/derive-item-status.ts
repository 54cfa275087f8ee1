import type { CopyVerdict } from "./requests.ts";
import type { ItemStatus, TaskState } from "./task.ts";

/** One copy of an item, with the fields that determine the item's status. */
export interface CopyStatusInput {
  state: TaskState;
  verdict: CopyVerdict | null;
  /** The answers to a task schema in a form in which equal answers are equal texts; null for a story. */
  answer: string | null;
  /**
   * A sentence was cut from it because of a story of the same source: the copy differs from the imported version even
   * if it was judged sound.
   */
  wasCut: boolean;
}

/**
 * Derives the status of an item from its copies, before any review. If a copy is unfinished, the item is open, returned
 * or in work. If all are finished: in review if a review exists or a lead reopened the item, independent of what its
 * annotators did afterwards; irreparable if all verdicts say so; otherwise in review if anyone changed the item, cut a
 * sentence or gave it up, if the answers to a task schema differ, or if the item was drawn for review; otherwise
 * accepted as imported or answered.
 */
export function deriveItemStatus(
  copies: readonly CopyStatusInput[],
  { isDrawn, mustBeReviewed }: { isDrawn: boolean; mustBeReviewed: boolean },
): ItemStatus {
  if (copies.length === 0) throw new RangeError("an item has at least one copy");
  const isFinished = (copy: CopyStatusInput) => copy.verdict !== null && copy.state !== "returned";
  if (!copies.every(isFinished)) {
    if (copies.some((copy) => copy.state === "returned")) return "returned";
    return copies.every((copy) => copy.state === "open") ? "open" : "in-work";
  }
  if (mustBeReviewed) return "submitted";
  if (copies.every((copy) => copy.verdict === "irreparable")) return "irreparable";
  return isDrawn || !isUntouchedByAll(copies) ? "submitted" : "accepted";
}

/**
 * Whether no one changed the item or gave it up, or, for a task schema, all answers are equal. If such an item is
 * reviewed, it counts for the defect rate of unchanged items.
 */
export function isUntouchedByAll(copies: readonly Pick<CopyStatusInput, "verdict" | "wasCut" | "answer">[]): boolean {
  const answers = new Set(copies.map(({ answer }) => answer));
  return copies.every(
    ({ verdict, wasCut }) => (verdict === "sound" && !wasCut) || (verdict === "answered" && answers.size === 1),
  );
}
