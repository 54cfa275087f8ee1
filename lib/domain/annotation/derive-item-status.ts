import type { Verdict } from "./requests.ts";
import type { ItemStatus, TaskState } from "./task.ts";

/** One copy of an item, as far as the item's own standing depends on it. */
export interface CopyStanding {
  state: TaskState;
  verdict: Verdict | null;
  /** A sentence was cut in it from a story of the same source: found sound, it is still not as it was imported. */
  wasCut: boolean;
}

/**
 * Where an item stands by its copies, before any review. While a copy is unfinished the item is open, returned or in
 * work. When all are finished: back to review if a review stands or a lead has brought it back, whatever its annotators then
 * did;
 * irreparable if everyone says so; otherwise to review if anyone changed it, cut in it or gave it up, or if the draw chose
 * it; else accepted as it was imported.
 */
export function deriveItemStatus(
  copies: readonly CopyStanding[],
  { isDrawn, mustBeReviewed }: { isDrawn: boolean; mustBeReviewed: boolean },
): ItemStatus {
  if (copies.length === 0) throw new RangeError("an item has at least one copy");
  const isFinished = (copy: CopyStanding) => copy.verdict !== null && copy.state !== "returned";
  if (!copies.every(isFinished)) {
    if (copies.some((copy) => copy.state === "returned")) return "returned";
    return copies.every((copy) => copy.state === "open") ? "open" : "in-work";
  }
  if (mustBeReviewed) return "submitted";
  if (copies.every((copy) => copy.verdict === "irreparable")) return "irreparable";
  return isDrawn || !isUntouchedByAll(copies) ? "submitted" : "accepted";
}

/** Whether no one changed the item or gave it up: reviewed, such an item counts for the defect rate of the untouched. */
export function isUntouchedByAll(copies: readonly CopyStanding[]): boolean {
  return copies.every((copy) => copy.verdict === "sound" && !copy.wasCut);
}
