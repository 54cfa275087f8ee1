import type { CollectionSettings } from "./collection-settings.ts";

/** One blind answer to an item, scored. */
export interface BlindAnswer {
  isRight: boolean;
  /** Word overlap with the marked error, for an erroneous story that was identified as one; null otherwise. */
  overlap: number | null;
}

/** The result of the blind re-solve of an item. */
export interface GateResult {
  answers: number;
  right: number;
  /** The share of correct answers: right / answers. */
  share: number;
  /** Mean overlap of the correct answers; null if the item has no error to find, or if no answer is correct. */
  overlap: number | null;
  passed: boolean;
  /** Why it did not pass. */
  failed: "share" | "overlap" | null;
}

/**
 * Decides whether an item passes its blind re-solve: the share of correct answers must be high enough, and for an
 * erroneous story the selected words must overlap enough with the marked error. Null while answers are missing. The
 * result determines acceptance and must not be used as a baseline: it selects the items, so a baseline needs answers of
 * other people.
 */
export function evaluateReSolve(
  answers: readonly BlindAnswer[],
  hasError: boolean,
  settings: Pick<CollectionSettings, "reSolveAnswers" | "reSolveShare" | "reSolveOverlap">,
): GateResult | null {
  if (answers.length < settings.reSolveAnswers) return null;
  const correctAnswers = answers.filter((answer) => answer.isRight);
  const share = correctAnswers.length / answers.length;
  const overlaps = correctAnswers.flatMap(({ overlap }) => (overlap === null ? [] : [overlap]));
  const overlap =
    hasError && overlaps.length > 0 ? overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length : null;
  const base = { answers: answers.length, right: correctAnswers.length, share, overlap };
  if (share < settings.reSolveShare) return { ...base, passed: false, failed: "share" };
  if (hasError && (overlap === null || overlap < settings.reSolveOverlap))
    return { ...base, passed: false, failed: "overlap" };
  return { ...base, passed: true, failed: null };
}
