import type { TestName } from "./comparison.ts";
import type { DetectableRange } from "./minimum-detectable.ts";
import type { PairedRow } from "./paired-row.ts";

/** A pair of subjects after the correction of the family. */
export interface JudgedPair extends PairedRow {
  /** Column indices. `a` is before `b` in the order of the labels. */
  a: number;
  b: number;
  labelA: string;
  labelB: string;
  /** The test that decides for this pair: McNemar's test if a clustered error is 0 or unknown. */
  decidedBy: TestName;
  /** The p-value; null if the subjects have no item in common. */
  pvalue: number | null;
  adjusted: number | null;
  significant: boolean;
  /** The minimum detectable differences at the requested power; null if the result is significant. */
  detectable: DetectableRange | null;
  sentence: string;
}
