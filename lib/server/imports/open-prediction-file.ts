import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type LogFormat, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import type { ModelLog } from "../interchange/model-logs/model-log.ts";
import { openLog } from "../interchange/model-logs/open-log.ts";
import { makeImportSource, type TextLine } from "../items/import-lines.ts";
import type { ItemMatcher } from "../models/item-matcher.ts";
import { type LogNotes, logLines } from "../models/log-lines.ts";
import { MatchCounts } from "../models/match-counts.ts";

/** What the user states about an imported file. */
export interface PredictionFileSettings {
  fileName: string;
  format: "auto" | LogFormat;
  /** The model, if a log does not name it. */
  model: string | null;
  /** The condition of a log's answers. */
  condition: Readonly<Record<string, string>>;
  /** Accepts the finished samples of an evaluation that was cancelled or failed. */
  isPartial?: boolean;
}

/** An opened prediction file. */
export interface OpenedPredictions {
  format: LogFormat;
  /** Warnings about a usable file, as sentences. */
  remarks: string[];
  source: {
    fileName: string;
    lines: AsyncIterable<TextLine>;
    sha256: () => string;
    mapping?: MatchCounts;
    harness?: string;
    notes?: string;
  };
}

/**
 * Opens a prediction file in our own format, or the log of another tool. The format is detected by content. The lines
 * of the result are the lines or entries of the file, or the records of the log, so that the report can name them.
 * Throws an UnusableLogError for a file that cannot be trusted; for a log that is damaged in the middle, it is thrown
 * while the lines are read.
 *
 * @param matcher of the benchmark's items; used if a log has its own names for items
 * @param mapping receives how the records of a log are matched
 */
export async function openPredictionFile(
  path: string,
  settings: PredictionFileSettings,
  matcher: () => Promise<ItemMatcher>,
  mapping = new MatchCounts(),
): Promise<OpenedPredictions> {
  const { fileName, format, condition } = settings;
  const ownFormat: OpenedPredictions = {
    format: "parallax",
    remarks: [],
    source: makeImportSource(fileName, createReadStream(path)),
  };
  if (format === "parallax") return ownFormat;
  const log = await openLog(path, { isPartial: settings.isPartial ?? false }).catch(async (error: Error) => {
    // A malformed JSON Lines file is treated as our own format, so that the report lists the problem of each line.
    if (error instanceof UnusableLogError && format === "auto" && (await startsWithJsonLine(path))) return null;
    throw error;
  });
  if (log === null) return ownFormat;
  if ("totals" in log) throw new UnusableLogError("it contains totals and no answers; use its samples_*.jsonl");
  if (format !== "auto" && format !== log.format) throw new UnusableLogError(`it is ${log.format} and not ${format}`);
  if (log.format === "parallax" && log.isLines) return ownFormat;
  if (log.format === "parallax" && log.values !== null) {
    const sha256 = await computeFileHash(path);
    return { ...ownFormat, source: { fileName, lines: rowsOf(log.values()), sha256: () => sha256 } };
  }
  const notes: LogNotes = { otherFilters: 0 };
  const model = settings.model ?? log.model;
  const lines = logLines({ records: log.records, model, condition, matcher: await matcher(), mapping }, notes);
  const sha256 = await computeFileHash(path);
  const harness = harnesses[log.format];
  const source = {
    fileName,
    lines,
    sha256: () => sha256,
    mapping,
    ...(harness ? { harness } : {}),
    ...createPartialNote(log),
  };
  return { format: log.format, remarks: log.remarks, source };
}

/** Rows in our own format from a JSON file, one per line, with all of their fields. */
async function* rowsOf(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<TextLine> {
  for await (const value of values) yield JSON.stringify(value);
}

/** The note on a run whose evaluation was not completed. */
function createPartialNote({ unfinished = null }: ModelLog): { notes?: string } {
  return unfinished === null ? {} : { notes: `Partial: the evaluation did not finish, ${unfinished}.` };
}

const harnesses: Readonly<Partial<Record<LogFormat, string>>> = {
  "lm-eval": "lm-evaluation-harness",
  "inspect-json": "Inspect",
  "inspect-eval": "Inspect",
};

async function startsWithJsonLine(path: string): Promise<boolean> {
  let start = "";
  for await (const piece of createReadStream(path, { end: 255 })) start += String(piece);
  return /^\uFEFF?\s*(?:\{\s*"(?:model|item|condition|repeat|prompt|answer|output|logprobs)"|$)/u.test(start);
}

async function computeFileHash(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}
