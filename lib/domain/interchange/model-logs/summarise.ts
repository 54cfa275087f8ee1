import { itemKinds } from "../../items/kinds/registry.ts";
import { readOutput } from "../../models/read-output/read-output.ts";
import { unparsed } from "../../models/read-output/reading.ts";
import { type LogFormat, type LogRecord, type ReadRecord, UnusableLogError } from "./log-record.ts";

/** A line in the output of `parallax predictions inspect`, which describes a file of answers. */
export interface LogSummary {
  file: string;
  format: LogFormat;
  model: string | null;
  /** Records, accepted or rejected. */
  samples: number;
  /** Distinct items among the accepted records. Filters, epochs, choices and repeats of one item count once. */
  items: number;
  answered: number;
  unparsed: number;
  rejected: number;
  /** Number of records that are identical to an earlier record. Identical records count once. */
  repeated: number;
  rows: { id: string | number; answer: string | null; correct: boolean | null }[];
}

/** A summary, and the reasons for rejections with their counts. */
export interface Inspection {
  summary: LogSummary;
  reasons: Map<string, number>;
}

/**
 * Counts the records of a log. Without a kind, an answer is what the log recorded, or null. With a kind, it is the
 * reading of the model's text: an answer key or `unparsed`. Identical records count once. A record with the ID of an
 * earlier record and different content is rejected.
 */
export async function summariseLog(
  log: {
    file: string;
    format: LogFormat;
    model: string | null;
    records: AsyncIterable<ReadRecord> | Iterable<ReadRecord>;
  },
  kind?: string,
): Promise<Inspection> {
  const rows: LogSummary["rows"] = [];
  const models = new Set<string>();
  const seen = new Set<string>();
  let repeated = 0;
  const ids = new Set<string>();
  const reasons = new Map<string, number>();
  let rejectedCount = 0;
  let answeredCount = 0;
  for await (const record of log.records) {
    if ("rejected" in record) {
      rejectedCount += 1;
      reasons.set(record.rejected, (reasons.get(record.rejected) ?? 0) + 1);
      continue;
    }
    const repeat = repeatOf(record, seen);
    if (repeat === "same") {
      repeated += 1;
      continue;
    }
    if (repeat === "other") {
      rejectedCount += 1;
      reasons.set(conflictingContent, (reasons.get(conflictingContent) ?? 0) + 1);
      continue;
    }
    if (record.model !== null) models.add(record.model);
    ids.add(String(record.id));
    const answer = answerOf(record, kind);
    if (answer !== null && answer !== unparsed) answeredCount += 1;
    rows.push({ id: record.id, answer, correct: record.correct });
  }
  if (rows.length === 0) {
    const [reason] = reasons.keys();
    throw new UnusableLogError(
      rejectedCount === 0
        ? "it contains no answers"
        : `none of its ${rejectedCount} records can be imported: ${reason}`,
    );
  }
  const summary = {
    file: log.file,
    format: log.format,
    model: log.model ?? (models.size === 0 ? null : [...models].join(", ")),
    samples: rows.length + rejectedCount + repeated,
    items: ids.size,
    answered: answeredCount,
    unparsed: rows.length - answeredCount,
    rejected: rejectedCount,
    repeated,
    rows,
  };
  return { summary, reasons };
}

/** The rejection reason of a record that has the ID and variant of an earlier record but different content. */
export const conflictingContent = "has the id of an earlier record with different content";

/**
 * Whether a record is identical to an earlier record of its file, or conflicts with one that has the same ID and
 * variant; null for a new record.
 */
export function repeatOf(
  record: LogRecord,
  seen: { has(name: string): boolean; add(name: string): void },
): "same" | "other" | null {
  const name = JSON.stringify([String(record.id), record.variant]);
  const serialized = JSON.stringify(record);
  if (seen.has(serialized)) return "same";
  if (seen.has(name)) return "other";
  seen.add(name);
  seen.add(serialized);
  return null;
}

/** The log's own answer; if a kind is given, the reading of the model's text. */
export function answerOf(record: LogRecord, kind?: string): string | null {
  if (kind === undefined) return record.recorded?.trim() || null;
  if (record.choice !== null && itemKinds[kind]?.optionSource === "item") return `option-${record.choice}`;
  const textOrRecorded = record.isRecordedRead ? record.recorded : (record.text ?? record.recorded);
  if (textOrRecorded === null) return unparsed;
  const isKey = /^(?:option-\d{1,2}|consistent|error)$/u.test(textOrRecorded);
  return isKey ? textOrRecorded : readOutput(kind, textOrRecorded, record.options).answer;
}
