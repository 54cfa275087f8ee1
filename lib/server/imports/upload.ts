import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { ItemImportReport, PredictionImportReport } from "@/lib/domain/interchange/import-report.ts";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { openLog } from "../interchange/model-logs/open-log.ts";
import { importItems } from "../items/import-items.ts";
import { type ImportLine, importSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { ItemMatcher } from "../models/item-matcher.ts";
import { logLines } from "../models/log-lines.ts";
import { type Actor, inProjectsWith, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";
import { boundedBytes } from "../platform/files/bounded-bytes.ts";
import { inTransferPermit } from "../platform/http/transfer-permit.ts";

/** Far beyond the files that people upload by hand; larger ones go in by the command line. */
const longestUpload = 256 * 1024 * 1024;

export const itemUploadSchema = z.strictObject({
  benchmark: requiredText(200),
  fileName: boundedText(300).default(""),
});
export const predictionUploadSchema = z.strictObject({
  source: requiredText(200).default("import"),
  fileName: boundedText(300).default(""),
});

/** Imports an uploaded item file into a project, for those who may write its research. */
export async function uploadItems(
  actor: Actor,
  projectId: string,
  upload: z.infer<typeof itemUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<ItemImportReport> {
  requireRight(actor, "research.write", projectId);
  return inTransferPermit(() =>
    importItems({
      projectId,
      benchmarkName: upload.benchmark.trim(),
      actorId: actor.userId,
      ...importSource(upload.fileName || "upload", boundedBody(body)),
    }),
  );
}

/** Imports an uploaded prediction file for the items of a benchmark, for those who may write its project's research. */
export async function uploadPredictions(
  actor: Actor,
  benchmarkId: string,
  upload: z.infer<typeof predictionUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<PredictionImportReport> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.write") },
    select: { projectId: true },
  });
  if (!benchmark) throw notThere();
  return inTransferPermit(() =>
    withSpooledUpload(boundedBody(body), async (path) =>
      importPredictions({
        projectId: benchmark.projectId,
        benchmarkId,
        source: upload.source.trim(),
        actorId: actor.userId,
        ...(await openUploaded(path, upload.fileName || "upload", benchmarkId)),
      }),
    ),
  );
}

/** Our own file is read line by line, so that the report names lines; the log of another tool record by record. */
async function openUploaded(path: string, fileName: string, benchmarkId: string) {
  const ours = () => importSource(fileName, createReadStream(path));
  const log = await openLog(path).catch((error: Error) => {
    if (error instanceof UnusableLogError) return error;
    throw error;
  });
  if (log instanceof UnusableLogError) {
    // A broken file of lines is taken as ours, as far as it goes: the report then says what is wrong with each line.
    if (await beginsLikeLines(path)) return ours();
    throw new AppError("invalid", `This file cannot be taken: ${log.message}.`);
  }
  if ("totals" in log)
    throw new AppError("invalid", "This file holds totals and no answers; choose its samples_*.jsonl.");
  if (log.format === "parallax" && log.isLines) return ours();
  const matcher = await ItemMatcher.of(benchmarkId);
  const given = { records: log.records, model: log.model, condition: {}, matcher };
  return { fileName, lines: trusted(logLines(given, { otherFilters: 0 })) };
}

async function beginsLikeLines(path: string): Promise<boolean> {
  let start = "";
  for await (const piece of createReadStream(path, { end: 255 })) start += String(piece);
  return /^\uFEFF?\s*(?:\{|$)/u.test(start);
}

/** A log that turns out to be damaged half-way ends the import, of which nothing is stored then. */
async function* trusted(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof UnusableLogError)
      throw new AppError("invalid", `This file cannot be taken: ${error.message}.`);
    throw error;
  }
}

/** Keeps an upload in a file of its own while `work` reads it: a format is recognised before the first row is read. */
async function withSpooledUpload<Result>(
  bytes: AsyncIterable<Uint8Array>,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-upload-"));
  try {
    const path = join(folder, "file");
    await pipeline(bytes, createWriteStream(path));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Passes the bytes on as they come, and stops when there are too many: the transaction around it stores nothing then. */
export function boundedBody(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const sentence = "This file is larger than 256 MB; load it with “parallax import” instead.";
  return boundedBytes(body, longestUpload, () => new AppError("too-large", sentence));
}
