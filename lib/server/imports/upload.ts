import { createWriteStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import type { ItemImportReport, PredictionImportReport } from "@/lib/domain/interchange/import-report.ts";
import type { ItemFormat } from "@/lib/domain/interchange/item-files/item-record.ts";
import { keyCodings } from "@/lib/domain/interchange/item-files/key-coding.ts";
import type { ItemTableFacts } from "@/lib/domain/interchange/item-files/survey-item-table.ts";
import { type LogFormat, logFormats, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { hasItemMedia, readItemArchive } from "../interchange/item-archive.ts";
import { importItems } from "../items/import-items.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { type Actor, inProjectsWith, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { requireFreeSpace } from "../platform/files/free-space.ts";
import { limitUpload } from "../platform/files/limit-upload.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { withTransferPermit } from "../platform/http/transfer-permit.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";
import { openInThread } from "./import-parts.ts";
import { openPredictionsInThread } from "./open-predictions-in-thread.ts";

export const itemUploadSchema = z.strictObject({
  benchmark: requiredText(200),
  fileName: boundedText(300).default(""),
  /** "part=column" pairs, separated by semicolons, or a JSON object, for tables; "-" means no column. */
  columns: boundedText(20_000).default("").transform(readColumns),
  kind: boundedText(40).default(""),
  /** How the keys of a table identify an option; determined from the whole column if empty. */
  keys: z.enum(["", ...keyCodings]).default(""),
  language: z.enum(["en", "zh"]).default("en"),
  /** The reason why keys are corrected, for studies whose frozen protocol depends on them. */
  reason: boundedText(2_000).default(""),
  dryRun: z.stringbool().default(false),
});
export const predictionUploadSchema = z.strictObject({
  source: requiredText(200).default("import"),
  fileName: boundedText(300).default(""),
  format: z.enum(["auto", ...logFormats]).default("auto"),
  model: boundedText(200).default(""),
  /** "factor=level" pairs, separated by semicolons, in the format of a condition's key. */
  condition: boundedText(600).default("").transform(readLevels),
  dryRun: z.stringbool().default(false),
});

function readLevels(text: string, context: z.RefinementCtx): Record<string, string> {
  return readPairs(text, context, "story=no-story; prompt=human");
}

const columnsSchema = z.record(z.string(), z.string());

function readColumns(text: string, context: z.RefinementCtx): Record<string, string> {
  if (text.startsWith("{")) {
    const parsedColumns = columnsSchema.safeParse(tryJson(text));
    if (parsedColumns.success) return parsedColumns.data;
  }
  return readPairs(text, context, "id=number; text=question; gold=answer");
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readPairs(text: string, context: z.RefinementCtx, example: string): Record<string, string> {
  const pairs = text
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")
    .map((pair) => /^([A-Za-z][\w-]*)\s*=\s*(\S.*)$/u.exec(pair));
  if (pairs.some((pair) => pair === null))
    context.addIssue({ code: "custom", message: `must be pairs such as ${example}` });
  return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], pair[2]]])));
}

/** Imports an uploaded item file into a project, for users who may write its research. */
export async function uploadItems(
  actor: Actor,
  projectId: string,
  upload: z.infer<typeof itemUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<ItemImportReport & { format: ItemFormat; table: ItemTableFacts | null; isDryRun: boolean }> {
  requireRight(actor, "research.write", projectId);
  const { benchmark, fileName, columns, kind, keys, language, reason, dryRun } = upload;
  return withTransferPermit(() =>
    withSpooledUpload(body, async (path) => {
      const readOptions = { columns, kind: kind || null, keys: keys || null, language, isInspected: dryRun };
      const archive = await unpackItemArchive(path, fileName);
      const settings = { fileName: (archive?.name ?? fileName) || "upload", ...readOptions };
      const { itemsWorker } = await import("./items-worker.generated.ts");
      const { opened, ...source } = await openInThread(itemsWorker, { path: archive?.path ?? path, settings });
      const target = { projectId, benchmarkName: benchmark.trim(), actorId: actor.userId };
      const report = await importItems({
        ...target,
        ...source,
        fileName: fileName || settings.fileName,
        archive,
        dryRun,
        onKeysCorrected: (client, benchmarkId) => amendForKeys(client, benchmarkId, actor.userId, reason),
      });
      return { ...report, ...opened, isDryRun: dryRun };
    }).catch(throwUntrustedFile),
  );
}

const maxArchiveBytes = 64 * 2 ** 20;
const hasItems = (name: string) => /\.(?:csv|tsv|xlsx|jsonl|ndjson|json)$/iu.test(name);

/**
 * Opens an archive with a file of items and images or recordings, and unpacks the file of items. Undefined for every
 * other file.
 */
async function unpackItemArchive(path: string, fileName: string) {
  if (!/\.zip$/iu.test(fileName) || (await stat(path)).size > maxArchiveBytes) return undefined;
  const bytes = await readFile(path);
  if (!(await hasItemMedia(bytes))) return undefined;
  const archive = await readItemArchive(bytes, hasItems);
  const unpackedPath = `${path}-items`;
  await writeFile(unpackedPath, archive.bytes);
  return { ...archive, path: unpackedPath };
}

/** Imports an uploaded prediction file for the items of a benchmark, for users who may write its project's research. */
export async function uploadPredictions(
  actor: Actor,
  benchmarkId: string,
  upload: z.infer<typeof predictionUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<PredictionImportReport & { format: LogFormat; isDryRun: boolean; remarks: string[] }> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.write") },
    select: { projectId: true },
  });
  if (!benchmark) throw notFoundError();
  const { source, fileName, format, model, condition, dryRun } = upload;
  return withTransferPermit(() =>
    withSpooledUpload(body, async (path) => {
      const settings = { fileName: fileName || "upload", format, model: model || null, condition };
      const opened = await openPredictionsInThread(path, settings, benchmarkId);
      const target = { projectId: benchmark.projectId, benchmarkId, source: source.trim(), actorId: actor.userId };
      const report = await importPredictions({ ...target, ...opened.source, dryRun });
      return { ...report, format: opened.format, isDryRun: dryRun, remarks: opened.remarks };
    }).catch(throwUntrustedFile),
  );
}

/** A file that cannot be trusted is refused as a whole, with one sentence. */
export function throwUntrustedFile(error: Error): never {
  if (error instanceof UnusableLogError)
    throw new AppError("invalid", `This file cannot be imported: ${error.message}.`);
  throw error;
}

const bytesPerMegabyte = 1024 * 1024;

/** The free space is measured after each part of an upload. */
const partBytes = 64 * bytesPerMegabyte;

/**
 * Stores an upload in a temporary file while `work` reads it, because the format must be detected before the first row
 * is read. One chunk is in memory. Throws an AppError if the upload exceeds the operator's limit or the free space;
 * nothing is then stored.
 *
 * @param command the command that accepts larger files
 */
export function withSpooledUpload<Result>(
  body: ReadableStream<Uint8Array> | null,
  work: (path: string) => Promise<Result>,
  command = "parallax import",
): Promise<Result> {
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, "file");
    const bytes = limitUpload(body, `Use the command “${command}” instead`);
    await pipeline(checkFreeSpace(bytes, folder), createWriteStream(path));
    return work(path);
  });
}

/** Passes the bytes on, and throws an AppError before a part for which the disk has no space. */
async function* checkFreeSpace(bytes: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  let left = 0;
  for await (const piece of bytes) {
    if (left <= 0) {
      await requireFreeSpace(folder, partBytes);
      left = partBytes;
    }
    left -= piece.byteLength;
    yield piece;
  }
}
