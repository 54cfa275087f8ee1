import type { LogFormat, ReadRecord } from "@/lib/domain/interchange/model-logs/log-record.ts";

/** A file of answers, recognised by its content; its records are read one at a time. */
export interface ModelLog {
  format: LogFormat;
  /** The model that the file as a whole names; null where its records do, or nothing does. */
  model: string | null;
  records: AsyncIterable<ReadRecord>;
  /** Whether each line of the file is a record. */
  isLines: boolean;
  /** What a JSON file that is not in lines holds, one value after the other as they stand; null for any other file. */
  values: (() => AsyncIterable<unknown> | Iterable<unknown>) | null;
  /** What is odd about a file that can be trusted all the same, in sentences. */
  remarks: string[];
  /** How far the evaluation came, where it did not finish and its finished samples were asked for; left out otherwise. */
  unfinished?: string | null;
}

/** How a log is opened. */
export interface LogOptions {
  /** Takes the finished samples of an evaluation that was cancelled or failed. */
  isPartial?: boolean;
}

/** A file of totals, which names a model and holds no answers. */
export interface TotalsFile {
  totals: true;
  model: string | null;
}

/** What is said of an evaluation that did not finish. */
export function unfinishedRemark(unfinished: string | null): string[] {
  return unfinished === null ? [] : [`the evaluation did not finish (${unfinished}); its finished samples are read`];
}

/** A log may be a part of what was planned; it is read, and the gap is said. */
export function missingSamples(declared: number | null, present: number): string[] {
  return declared !== null && declared > present ? [`the log says ${declared} samples and holds ${present}`] : [];
}
