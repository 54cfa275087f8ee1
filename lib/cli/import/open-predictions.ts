import { basename } from "node:path";
import { type LogFormat, UnusableLogError } from "../../domain/interchange/model-logs/log-record.ts";
import { openLog } from "../../server/interchange/model-logs/open-log.ts";
import { type ImportLine, importSource } from "../../server/items/import-lines.ts";
import { ItemMatcher } from "../../server/models/item-matcher.ts";
import { type LogNotes, logLines } from "../../server/models/log-lines.ts";
import { bytesOf } from "../eob/read-lines.ts";
import { type CommandIo, InputError, UsageError } from "../io.ts";

export interface PredictionOptions {
  benchmark?: string;
  source: string;
  project?: string;
  json?: boolean;
  format: "auto" | LogFormat;
  dryRun?: boolean;
  model?: string;
  condition: Record<string, string>;
}

/** A file of predictions on its way in, and what it was taken for once it has been read. */
export interface OpenedPredictions {
  source: { fileName: string; lines: AsyncIterable<ImportLine>; sha256?: () => string };
  log: () => { format: string; matched: Record<string, number> | null };
}

/** Opens our own file line by line, so that its report names lines, and the log of another tool record by record. */
export async function openPredictions(
  file: string,
  options: PredictionOptions,
  benchmarkId: string,
  io: CommandIo,
): Promise<OpenedPredictions> {
  const ours = { log: () => ({ format: "parallax", matched: null }) };
  if (file === "-" || options.format === "parallax")
    return { ...ours, source: importSource(file === "-" ? "standard input" : basename(file), bytesOf(file, io)) };
  const log = await openLog(file).catch((error: Error) => {
    if (error instanceof UnusableLogError) throw new InputError(`${basename(file)}: ${error.message}`);
    throw new UsageError(`cannot read ${file}: ${error.message}`);
  });
  if ("totals" in log)
    throw new InputError(`${basename(file)}: it holds totals and no answers; give its samples_*.jsonl`);
  if (options.format !== "auto" && options.format !== log.format)
    throw new InputError(`${basename(file)}: it is ${log.format} and not ${options.format}`);
  if (log.format === "parallax" && log.isLines)
    return { ...ours, source: importSource(basename(file), bytesOf(file, io)) };
  for (const remark of log.remarks) io.stderr.write(`${basename(file)}: ${remark}.\n`);
  const matcher = await ItemMatcher.of(benchmarkId);
  const notes: LogNotes = { otherFilters: 0 };
  const model = options.model ?? log.model;
  const lines = logLines({ records: log.records, model, condition: options.condition, matcher }, notes);
  return {
    source: { fileName: basename(file), lines: trusted(lines, basename(file)) },
    log: () => ({ format: log.format, matched: matcher.matched }),
  };
}

/** A log that turns out to be damaged half-way ends the import, of which nothing is stored then. */
async function* trusted(lines: AsyncIterable<ImportLine>, name: string): AsyncGenerator<ImportLine> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof UnusableLogError) throw new InputError(`${name}: ${error.message}`);
    throw error;
  }
}

/** Collects `--condition factor=level` options. */
export function addLevel(text: string, levels: Record<string, string>): Record<string, string> {
  const [factor = "", ...level] = text.split("=");
  if (factor.trim() === "" || level.length === 0) throw new UsageError(`--condition needs factor=level, not "${text}"`);
  return { ...levels, [factor.trim()]: level.join("=").trim() };
}
