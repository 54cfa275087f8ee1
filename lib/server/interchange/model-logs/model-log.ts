import type { LogFormat, ReadRecord } from "@/lib/domain/interchange/model-logs/log-record.ts";

/** A file of answers, detected by content; its records are read one at a time. */
export interface ModelLog {
  format: LogFormat;
  /** The model of the whole file; null if the records name the model or if no model is named. */
  model: string | null;
  records: AsyncIterable<ReadRecord>;
  /** Whether each line of the file is a record. */
  isLines: boolean;
  /** The values of a JSON file that is not JSON Lines, in order; null for any other file. */
  values: (() => AsyncIterable<unknown> | Iterable<unknown>) | null;
  /** Warnings about a usable file, as sentences. */
  remarks: string[];
  /** The progress of an evaluation that did not finish, if its finished samples were requested; otherwise undefined. */
  unfinished?: string | null;
}

/** Options for opening a log. */
export interface LogOptions {
  /** Accepts the finished samples of an evaluation that was cancelled or failed. */
  isPartial?: boolean;
}

/** A file with aggregated results, which names a model and contains no answers. */
export interface TotalsFile {
  totals: true;
  model: string | null;
}

/** The message about an evaluation that did not finish. */
export function createUnfinishedRemarks(unfinished: string | null): string[] {
  return unfinished === null ? [] : [`the evaluation did not finish (${unfinished}); its finished samples are read`];
}

/** A log may contain only a part of the planned samples. It is still read, and the gap is reported. */
export function createGapRemarks(declared: number | null, present: number): string[] {
  return declared !== null && declared > present
    ? [`the log declares ${declared} samples and contains ${present}`]
    : [];
}
