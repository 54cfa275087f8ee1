import { z } from "zod";
import type { ItemImportReport, PredictionImportReport } from "@/lib/domain/interchange/import-report.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { importItems } from "../items/import-items.ts";
import { importSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { type Actor, inProjectsWith, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";
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
    importPredictions({
      projectId: benchmark.projectId,
      benchmarkId,
      source: upload.source.trim(),
      actorId: actor.userId,
      ...importSource(upload.fileName || "upload", boundedBody(body)),
    }),
  );
}

/** Passes the bytes on as they come, and stops when there are too many: the transaction around it stores nothing then. */
export async function* boundedBody(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > longestUpload) {
      throw new AppError("too-large", "This file is larger than 256 MB; load it with “parallax import” instead.");
    }
    yield chunk;
  }
}
