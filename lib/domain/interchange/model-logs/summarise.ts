import { itemKinds } from "../../items/kinds/registry.ts";
import { readOutput } from "../../models/read-output/read-output.ts";
import { unparsed } from "../../models/read-output/reading.ts";
import { type LogFormat, type LogRecord, type ReadRecord, UnusableLogError } from "./log-record.ts";

/** One line of `parallax predictions inspect`: the content of a file of answers. */
export interface LogSummary {
  file: string;
  format: LogFormat;
  model: string | null;
  /** Records, accepted or rejected. */
  samples: number;
  /** Distinct items among the accepted records, independent of filters, epochs, choices and repeats. */
  items: number;
  answered: number;
  unparsed: number;
  rejected: number;
  /** Records identical to an earlier one; they count once. */
  repeated: number;
  rows: { id: string | number; answer: string | null; correct: boolean | null }[];
}

/** A summary, and the reasons for rejections with their counts. */
export interface Inspection {
  summary: LogSummary;
  reasons: Map<string, number>;
}

/**
 * Counts the records of a log. Without a kind, an answer is the one recorded by the log, null if it recorded none; with
 * a kind, it is the reading of the model's text, an answer key or `unparsed`. An identical repetition of a record
 * counts once; one with an earlier record's id and other content is rejected.
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
  let rejected = 0;
  let answered = 0;
  for await (const record of log.records) {
    if ("rejected" in record) {
      rejected += 1;
      reasons.set(record.rejected, (reasons.get(record.rejected) ?? 0) + 1);
      continue;
    }
    const repeat = repeatOf(record, seen);
    if (repeat === "same") {
      repeated += 1;
      continue;
    }
    if (repeat === "other") {
      rejected += 1;
      reasons.set(conflictingContent, (reasons.get(conflictingContent) ?? 0) + 1);
      continue;
    }
    if (record.model !== null) models.add(record.model);
    ids.add(String(record.id));
    const answer = answerOf(record, kind);
    if (answer !== null && answer !== unparsed) answered += 1;
    rows.push({ id: record.id, answer, correct: record.correct });
  }
  if (rows.length === 0) {
    const [reason] = reasons.keys();
    throw new UnusableLogError(
      rejected === 0 ? "it contains no answers" : `none of its ${rejected} records can be imported: ${reason}`,
    );
  }
  const summary = {
    file: log.file,
    format: log.format,
    model: log.model ?? (models.size === 0 ? null : [...models].join(", ")),
    samples: rows.length + rejected + repeated,
    items: ids.size,
    answered,
    unparsed: rows.length - answered,
    rejected,
    repeated,
    rows,
  };
  return { summary, reasons };
}

/** The reason for rejecting a record whose id and variant occurred earlier with different content. */
export const conflictingContent = "has the id of an earlier record with different content";

/**
 * Whether a record repeats an earlier one of its file, or conflicts with it under the same id and variant; null for a
 * new one.
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

/** The log's own answer, or the reading of the model's text. */
export function answerOf(record: LogRecord, kind?: string): string | null {
  if (kind === undefined) return record.recorded?.trim() || null;
  if (record.choice !== null && itemKinds[kind]?.optionSource === "item") return `option-${record.choice}`;
  const given = record.isRecordedRead ? record.recorded : (record.text ?? record.recorded);
  if (given === null) return unparsed;
  const isKey = /^(?:option-\d{1,2}|consistent|error)$/u.test(given);
  return isKey ? given : readOutput(kind, given, record.options).answer;
}
