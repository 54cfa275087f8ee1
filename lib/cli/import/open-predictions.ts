import { basename } from "node:path";
import { type LogFormat, UnusableLogError } from "../../domain/interchange/model-logs/log-record.ts";
import { type OpenedPredictions, openPredictionFile } from "../../server/imports/open-prediction-file.ts";
import { makeImportSource } from "../../server/items/import-lines.ts";
import { createItemMatcher } from "../../server/models/read-known-items.ts";
import { AppError } from "../../server/platform/errors/app-error.ts";
import { createReadError } from "../cannot-read.ts";
import { type CommandIo, InputError, UsageError } from "../io.ts";
import { inputBytes } from "../read-input.ts";

export interface PredictionOptions {
  benchmark?: string;
  source: string;
  project?: string;
  json?: boolean;
  format: "auto" | LogFormat;
  dryRun?: boolean;
  model?: string;
  condition: Record<string, string>;
  partial?: boolean;
}

/** Opens a prediction file, or standard input in the Parallax format. */
export async function openPredictions(
  file: string,
  options: PredictionOptions,
  benchmarkId: string,
  io: CommandIo,
): Promise<OpenedPredictions> {
  if (file === "-")
    return { format: "parallax", remarks: [], source: makeImportSource("standard input", inputBytes(file, io)) };
  const { format, condition, model = null } = options;
  const settings = { fileName: basename(file), format, model, condition, isPartial: options.partial ?? false };
  const predictionFile = await openPredictionFile(file, settings, () => createItemMatcher(benchmarkId)).catch(
    (error: Error) => {
      throw error instanceof UnusableLogError ? error : createReadError(file, error);
    },
  );
  for (const remark of predictionFile.remarks) io.stderr.write(`${basename(file)}: ${remark}.\n`);
  return predictionFile;
}

/** Runs an import. If the file cannot be used, the thrown error names the file and the reason. */
export async function withNamedFileErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableLogError) throw new InputError(`${basename(file)}: ${error.message}`);
    if (error instanceof AppError && error.field === "reason") throw new InputError(`${error.message} (--reason)`);
    throw error;
  }
}

/** Collects `--condition factor=level` options. */
export function addLevel(text: string, levels: Record<string, string>): Record<string, string> {
  const [factor = "", ...level] = text.split("=");
  if (factor.trim() === "" || level.length === 0) throw new UsageError(`--condition needs factor=level, not "${text}"`);
  return { ...levels, [factor.trim()]: level.join("=").trim() };
}
