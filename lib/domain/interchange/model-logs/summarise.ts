import { readOutput } from "../../models/read-output/read-output.ts";
import { unparsed } from "../../models/read-output/reading.ts";
import { type LogFormat, type LogRecord, type ReadRecord, UnusableLogError } from "./log-record.ts";

/** One line of `parallax predictions inspect`: what a file of answers holds. */
export interface LogSummary {
  file: string;
  format: LogFormat;
  model: string | null;
  /** Records, taken or rejected. */
  samples: number;
  /** Distinct items among the records taken: filters, epochs, choices and repeats do not multiply them. */
  items: number;
  answered: number;
  unparsed: number;
  rejected: number;
  rows: { id: string | number; answer: string | null; correct: boolean | null }[];
}

/** A summary, and the reasons of what was rejected, each with how often it occurs. */
export interface Inspection {
  summary: LogSummary;
  reasons: Map<string, number>;
}

/**
 * Counts the records of a log. Without a kind, an answer is the one that the log recorded, null where it recorded none;
 * with one, it is what the reader of model texts reads, an answer key or `unparsed`.
 *
 * Throws an UnusableLogError for a record that occurs twice, because nobody can tell which of the two is meant.
 */
export async function summarise(
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
    refuseRepeated(record, seen);
    if (record.model !== null) models.add(record.model);
    ids.add(String(record.id));
    const answer = answerOf(record, kind);
    if (answer !== null && answer !== unparsed) answered += 1;
    rows.push({ id: record.id, answer, correct: record.correct });
  }
  if (rows.length === 0) {
    const [reason] = reasons.keys();
    throw new UnusableLogError(
      rejected === 0 ? "it holds no answers" : `none of its ${rejected} records can be taken: ${reason}`,
    );
  }
  const summary = {
    file: log.file,
    format: log.format,
    model: log.model ?? (models.size === 0 ? null : [...models].join(", ")),
    samples: rows.length + rejected,
    items: ids.size,
    answered,
    unparsed: rows.length - answered,
    rejected,
    rows,
  };
  return { summary, reasons };
}

/** Throws an UnusableLogError for a record whose id and variant were seen before. */
export function refuseRepeated(
  { id, variant }: LogRecord,
  seen: { has(name: string): boolean; add(name: string): void },
): void {
  const key = JSON.stringify([String(id), variant]);
  if (seen.has(key)) {
    const under = variant === "" || variant === "stored" ? "" : ` (${variant})`;
    throw new UnusableLogError(`the id ${id} occurs twice${under}, so that nobody can tell which answer is meant`);
  }
  seen.add(key);
}

/** The log's own answer, or what the reader reads in the model's words. */
export function answerOf(record: LogRecord, kind?: string): string | null {
  if (kind === undefined) return record.recorded?.trim() || null;
  if (record.choice !== null && (kind === "two-choice" || kind === "choice")) return `option-${record.choice}`;
  const given = record.isRecordedRead ? record.recorded : (record.text ?? record.recorded);
  if (given === null) return unparsed;
  const isKey = /^(?:option-\d{1,2}|consistent|error)$/u.test(given);
  return isKey ? given : readOutput(kind, given, record.options).answer;
}
