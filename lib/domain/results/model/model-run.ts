import type { RunFigures } from "./fold-run.ts";
import type { RunSlice } from "./score-run.ts";

/** One run of a model as its page shows it: what it scored, in which parts, under what, from which file. */
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
  /** Null until they have been computed. */
  figures:
    | (Omit<RunFigures, "slices"> & {
        parity: { verified: number; mismatch: number; unverified: number };
        /** Texts that an older reader of model texts read. */
        readByOlder: number;
        slices: RunSlice[];
      })
    | null;
}
