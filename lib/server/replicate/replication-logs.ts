import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import { openPredictionsInThread } from "../imports/open-predictions-in-thread.ts";
import { unpackArchive } from "../imports/unpack-archive.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";

/**
 * The files of `--logs`: each named file, and all files of each named folder or zip archive. Throws an AppError at the
 * field `logs`.
 *
 * @param folder receives the files of archives
 */
export async function listLogs(paths: readonly string[], folder: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
  for (const [index, named] of paths.entries()) {
    const path = await unpackArchive(named, join(folder, `logs-${index}`), signal).catch((error: Error) => {
      signal.throwIfAborted();
      const why = error instanceof UnusableLogError ? error.message : "it cannot be opened";
      throw new AppError("invalid", `${basename(named)}: ${why}`, "logs");
    });
    const fileStats = await stat(path).catch(() => null);
    if (!fileStats) throw new AppError("invalid", `${path} cannot be opened`, "logs");
    if (!fileStats.isDirectory()) files.push(path);
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const logFiles = entries.filter((entry) => entry.isFile() && /\.(jsonl?|eval|csv|tsv|xlsx)$/iu.test(entry.name));
      if (logFiles.length === 0) {
        const endings = ".jsonl, .json, .eval, .csv, .tsv or .xlsx";
        throw new AppError("invalid", `${basename(named)} contains no log (a file that ends in ${endings})`, "logs");
      }
      files.push(...logFiles.map((entry) => join(entry.parentPath, entry.name)).sort());
    }
  }
  return files;
}

const runRow = z.strictObject({ id: z.string() });

/**
 * Imports logs of models into the benchmark; importing the same files again changes nothing. Unreadable files and
 * rejected rows are listed. If the signal is aborted, the current file is not stored.
 *
 * @returns the runs with the answers
 */
export async function importLogs(
  files: readonly { path: string; model: string | null }[],
  { signal, ...to }: { projectId: string; benchmarkId: string; actorId: string | null; signal: AbortSignal },
): Promise<{ runIds: string[]; missing: MissingPart[] }> {
  const runIds = new Set<string>();
  const missing: MissingPart[] = [];
  for (const { path, model } of files) {
    const fileName = basename(path);
    const source = `replicate ${fileName.slice(0, 150)} ${(await hashLog(path)).slice(0, 8)}`;
    try {
      const settings = { fileName, format: "auto" as const, model, condition: {} };
      const opened = await openPredictionsInThread(path, settings, to.benchmarkId);
      const lines = untilAborted(opened.source.lines, signal);
      const report = await importPredictions({ ...to, ...opened.source, lines, source });
      if (report.rejected > 0)
        missing.push({
          what: `${report.rejected} of ${report.rows} rows of ${fileName}`,
          why: report.rejections[0] ? `line ${report.rejections[0].line}: ${report.rejections[0].message}` : "refused",
        });
    } catch (error) {
      if (!(error instanceof UnusableLogError)) throw error;
      missing.push({ what: fileName, why: error.message });
    }
    const runs = await manyRows(
      pool(),
      runRow,
      sql`SELECT id FROM run WHERE benchmark_id = ${to.benchmarkId} AND source = ${source}`,
    );
    for (const { id } of runs) runIds.add(id);
  }
  return { runIds: [...runIds], missing };
}

/** The lines, until the replication is stopped: a file can have hundreds of thousands. */
async function* untilAborted<Line>(lines: AsyncIterable<Line>, signal: AbortSignal): AsyncGenerator<Line> {
  for await (const line of lines) {
    signal.throwIfAborted();
    yield line;
  }
}

/** The runs of a benchmark whose answers come from imported logs, not from an evaluation. */
export async function listImportedRuns(benchmarkId: string): Promise<string[]> {
  const runs = await manyRows(
    pool(),
    runRow,
    sql`SELECT id FROM run WHERE benchmark_id = ${benchmarkId}
     AND NOT EXISTS (SELECT FROM evaluation WHERE run_id = run.id AND NOT judges)
     ORDER BY id`,
  );
  return runs.map(({ id }) => id);
}

async function hashLog(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}
