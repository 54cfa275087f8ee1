import type { RunScore, RunSlice } from "./score-run.ts";

/** One run of a model as its page shows it: what it scored, in which parts, under what, from which file. */
export interface ModelRunFacts extends RunScore {
  id: string;
  source: string;
  benchmarkId: string;
  benchmark: string;
  at: Date;
  isArchived: boolean;
  fileName: string;
  fileSha256: string;
  settings: Record<string, string>;
  answers: number;
  conditions: string[];
  parity: { verified: number; mismatch: number; unverified: number };
  /** Texts that an older reader of model texts read. */
  readByOlder: number;
  slices: RunSlice[];
  attributes: string[];
}
