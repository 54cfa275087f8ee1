import type { AnnotationVerdict } from "./requests.ts";
import type { ItemStatus, TaskState } from "./task.ts";

/** One copy of an item, with the fields that determine the item's status. */
export interface CopyStatusInput {
  state: TaskState;
  verdict: AnnotationVerdict | null;
  /**
   * A sentence was cut from it because of a story of the same source: even if judged sound, it differs from the
   * imported version.
   */
  wasCut: boolean;
}

/**
 * Derives the status of an item from its copies, before any review. If a copy is unfinished, the item is open, returned
 * or in work. If all are finished: back to review if a review exists or a lead reopened it, whatever its annotators did
 * afterwards; irreparable if everyone says so; otherwise to review if anyone changed it, cut a sentence or gave it up,
 * or if it was drawn for review; otherwise accepted as imported.
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
 * Whether no one changed the item or gave it up: when reviewed, such an item counts for the defect rate of unchanged
 * items.
 */
export function isUntouchedByAll(copies: readonly CopyStatusInput[]): boolean {
  return copies.every((copy) => copy.verdict === "sound" && !copy.wasCut);
}
