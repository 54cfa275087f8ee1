import type { TestName } from "./comparison.ts";
import type { DetectableRange } from "./minimum-detectable.ts";
import type { PairedRow } from "./paired-row.ts";

/** One pair of subjects after its family of tests was judged. */
export interface JudgedPair extends PairedRow {
  /** Column numbers; `a` stands before `b` in the order of the labels. */
  a: number;
  b: number;
  labelA: string;
  labelB: string;
  /** The test that decided this pair: McNemar stands in where a clustered error is 0 or unknown. */
  decidedBy: TestName;
  /** null when no item was answered by both. */
  pvalue: number | null;
  adjusted: number | null;
  significant: boolean;
  /** The differences that would have been found with the wanted power; null beside a significant result. */
  detectable: DetectableRange | null;
  sentence: string;
}
