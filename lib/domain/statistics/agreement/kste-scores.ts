import { requireProbability } from "../basics/require-number.ts";

export interface KsteJudgement {
  /** Whether the story contains an error. Stories without an error are the positives. */
  hasError: boolean;
  saysError: boolean;
  /**
   * Overlap of the quoted error with the true error. Required only if the story has an error and the answer reports
   * one.
   */
  iou: number | null;
}

export interface KsteScores {
  nPos: number;
  nNeg: number;
  /** Share of consistent stories that were called consistent. */
  posCls: number | null;
  /** Share of erroneous stories that were called erroneous. */
  negCls: number | null;
  /** Share of all stories that were classified correctly. */
  fullCls: number | null;
  /** Mean overlap over erroneous stories. The overlap is 0 if the answer is "consistent". */
  negLoc: number | null;
  /** Mean score over all stories: 1 or 0 for a consistent story, the overlap for an erroneous story. */
  fullLoc: number | null;
}

/**
 * The classification and localisation scores of Yang et al. 2026 (KSTE, inconsistent knowledge detection). The score of
 * an empty class is null. Throws RangeError for an overlap outside [0, 1], and for a missing overlap if an error was
 * reported.
 */
export function ksteScores(items: readonly KsteJudgement[]): KsteScores {
  let nPos = 0;
  let rightPos = 0;
  let nNeg = 0;
  let rightNeg = 0;
  let overlap = 0;
  for (const { hasError, saysError, iou } of items) {
    if (iou !== null) requireProbability("iou", iou);
    if (!hasError) {
      nPos += 1;
      if (!saysError) rightPos += 1;
      continue;
    }
    nNeg += 1;
    if (!saysError) continue;
    if (iou === null) throw new RangeError("iou must be given where an existing error was reported");
    rightNeg += 1;
    overlap += iou;
  }
  const n = nPos + nNeg;
  return {
    nPos,
    nNeg,
    posCls: share(rightPos, nPos),
    negCls: share(rightNeg, nNeg),
    fullCls: share(rightPos + rightNeg, n),
    negLoc: share(overlap, nNeg),
    fullLoc: share(rightPos + overlap, n),
  };
}

function share(sum: number, n: number): number | null {
  return n === 0 ? null : sum / n;
}
