import type { SlicedRunScores } from "./fold-run.ts";
import type { RunSlice } from "./score-run.ts";

/** One run of a model as shown on its page: its scores, subsets, settings and file. */
export interface ModelRunFacts {
  id: string;
  source: string;
  benchmarkId: string;
  benchmark: string;
  at: Date;
  isArchived: boolean;
  fileName: string;
  fileSha256: string;
  settings: Record<string, string>;
  /** Null until computed. */
  figures:
    | (Omit<SlicedRunScores, "slices"> & {
        parity: { verified: number; mismatch: number; unverified: number };
        /** Texts read by an older version of the reader. */
        readByOlder: number;
        slices: RunSlice[];
      })
    | null;
}
