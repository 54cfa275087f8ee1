import type { CopyVerdict } from "./requests.ts";
import type { ItemStatus, TaskState } from "./task.ts";

/** One copy of an item, with the fields that determine the item's status. */
export interface CopyStatusInput {
  state: TaskState;
  verdict: CopyVerdict | null;
  /** The answers to a task schema as a canonical text, so that equal answers give equal texts; null for a story. */
  answer: string | null;
  /**
   * Whether a sentence was cut from this copy because of a story of the same source. The copy then differs from the
   * imported version even if it was judged sound.
   */
  wasCut: boolean;
}

/**
 * Derives the status of an item from its copies before any review.
 * - A copy is unfinished: open, returned or in work.
 * - A review exists or a lead reopened the item: in review, whatever annotators did afterwards.
 * - All verdicts are "irreparable": irreparable.
 * - Someone changed the item, cut a sentence or gave it up, the answers to a task schema differ, or the item was drawn:
 *   in review.
 * - Otherwise: accepted as imported or answered.
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
 * Whether no one changed the item or gave it up; for a task schema, whether all answers are equal. If such an item is
 * reviewed, it counts for the defect rate of unchanged items.
 */
export function isUntouchedByAll(copies: readonly Pick<CopyStatusInput, "verdict" | "wasCut" | "answer">[]): boolean {
  const answers = new Set(copies.map(({ answer }) => answer));
  return copies.every(
    ({ verdict, wasCut }) => (verdict === "sound" && !wasCut) || (verdict === "answered" && answers.size === 1),
  );
}
