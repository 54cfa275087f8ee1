import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { csvMappingSchema } from "@/lib/domain/interchange/kste/csv-columns.ts";
import { genres } from "@/lib/domain/stories/genres.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { SourceRefused } from "../../interchange/kste/limits.ts";
import { readKsteInThread } from "../../interchange/kste/read-in-thread.ts";
import { detectSourceFormat } from "../../interchange/kste/source.ts";
import type { Actor } from "../../platform/access/access.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { limitUpload } from "../../platform/files/limit-upload.ts";
import { getCollection } from "../collections/list-collections.ts";
import { type CollectionImportReport, importCollection } from "./import-collection.ts";

/** Limits for the actual content of an upload, whatever sizes it declares. The items are kept in memory. */
const limits = { entries: 60_000, fileBytes: 128 * 2 ** 20, totalBytes: 128 * 2 ** 20, ratio: 60 };

export const storyUploadSchema = z.strictObject({
  /** The extension determines the format: .zip, .jsonl, .json, .xml, .txt or .csv. */
  fileName: requiredText(300),
  /** The genre of `<response>` blocks, and of table rows without a genre. */
  genre: z.enum(genres).optional(),
  /** For a table: the mapping of its columns to our columns. Without a mapping, our column names are expected. */
  columns: csvMappingSchema.optional(),
});

/**
 * Imports an uploaded file of stories into a collection. The bytes are streamed to a file with a generated name in the
 * temporary folder, which is deleted afterwards. If the content does not match the format, the whole file is refused.
 */
export async function importUpload(
  actor: Actor,
  collectionId: string,
  upload: z.infer<typeof storyUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<CollectionImportReport> {
  const { can } = await getCollection(actor, collectionId);
  if (!can.manage) throw new AppError("not-found", "There is nothing at this address.");
  const format = detectSourceFormat(upload.fileName);
  if (format === null) {
    throw new AppError("unsupported", "Send a .zip, .jsonl, .json, .xml, .txt or .csv file.", "fileName");
  }
  const path = join(tmpdir(), `parallax-upload-${randomUUID()}.${format}`);
  try {
    const hash = createHash("sha256");
    await pipeline(
      observed(limitUpload(body, "Import it with “parallax kste import” instead"), (piece) => hash.update(piece)),
      createWriteStream(path, { mode: 0o600 }),
    );
    const source = await readKsteInThread(path, {
      limits,
      ...(upload.genre ? { genre: upload.genre } : {}),
      ...(upload.columns ? { columns: upload.columns } : {}),
    });
    return await importCollection(actor, {
      collectionId,
      fileName: upload.fileName,
      fileSha256: hash.digest("hex"),
      source,
    });
  } catch (error) {
    if (error instanceof SourceRefused) throw new AppError("invalid", `The file ${error.message}.`, "file");
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function* observed(pieces: AsyncIterable<Uint8Array>, observe: (piece: Uint8Array) => void) {
  for await (const piece of pieces) {
    observe(piece);
    yield piece;
  }
}
