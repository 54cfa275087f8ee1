import type { LogFormat, ReadRecord } from "@/lib/domain/interchange/model-logs/log-record.ts";

/** A file of answers, recognised by its content; its records are read one at a time. */
export interface ModelLog {
  format: LogFormat;
  /** The model that the file as a whole names; null where its records do, or nothing does. */
  model: string | null;
  records: AsyncIterable<ReadRecord>;
  /** Whether each line of the file is a record. */
  isLines: boolean;
  /** The values in a JSON file that is not JSON lines, in their order; null for any other file. */
  values: (() => AsyncIterable<unknown> | Iterable<unknown>) | null;
  /** Warnings about a file that is nevertheless usable, in sentences. */
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

/** The message about an evaluation that did not finish. */
export function unfinishedRemark(unfinished: string | null): string[] {
  return unfinished === null ? [] : [`the evaluation did not finish (${unfinished}); its finished samples are read`];
}

/** A log may contain only a part of the plan; it is read, and the gap is reported. */
export function missingSamples(declared: number | null, present: number): string[] {
  return declared !== null && declared > present
    ? [`the log declares ${declared} samples and contains ${present}`]
    : [];
}
