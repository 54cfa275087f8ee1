import { createHash } from "node:crypto";
import * as z from "zod";
import { columnMappingSchema } from "@/lib/domain/interchange/annotation/map-columns.ts";
import type { ImportReport } from "@/lib/domain/interchange/import-report.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { readItemArchive } from "../../interchange/item-archive.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { boundedBytes, collectBytes } from "../../platform/files/bounded-bytes.ts";
import { limitUpload } from "../../platform/files/limit-upload.ts";
import { mayAccessCollection } from "../access/has-access.ts";
import { requireSchema } from "../collections/read-schema.ts";
import { countBlockedCopies } from "../lead/list-blocked.ts";
import { importSchemaItems } from "../schema/import-schema-items.ts";
import { readSchemaRows } from "../schema/read-schema-rows.ts";
import { detectSchemaFormat, schemaFormats } from "../schema/schema-rows.ts";

interface SchemaImportReport extends ImportReport {
  /** The copies of the collection that no current annotator can finish. */
  blockedCopies: number;
}

/** An archive is kept in memory until its files are stored. */
const maxArchiveBytes = 64 * 1024 * 1024;

export const schemaUploadSchema = z.strictObject({
  fileName: requiredText(300),
  format: z.enum(schemaFormats).default("auto"),
  /** For a table: the mapping of its columns. Without it, columns are recognised by their names. */
  columns: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(columnMappingSchema)
    .optional(),
  /** Label Studio's labelling configuration, for tasks whose field names differ from those of the task schema. */
  config: boundedText(20_000).optional(),
  /** The share of items whose suggestion is shown, in per cent. */
  suggestionsShown: z.coerce.number().min(0).max(100).default(100),
});

/**
 * Imports an uploaded file of items into a collection of a task schema, or a zip archive of such a file and its images.
 * The items are read as a stream, in a thread.
 */
export async function importSchemaUpload(
  actor: Actor,
  collectionId: string,
  upload: z.infer<typeof schemaUploadSchema>,
  body: AsyncIterable<Uint8Array> | null,
): Promise<SchemaImportReport> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const { schema } = await requireSchema(pool(), collectionId);
  const hash = createHash("sha256");
  const hashedBody = observed(limitUpload(body, "Split it into smaller files"), (piece) => hash.update(piece));
  const archive = /\.zip$/iu.test(upload.fileName)
    ? await readItemArchive(
        await collectBytes(boundedBytes(hashedBody, maxArchiveBytes, tooLargeArchive)),
        (name) => detectSchemaFormat(name) !== null,
      )
    : null;
  const format = upload.format === "auto" ? detectSchemaFormat(archive?.name ?? upload.fileName) : upload.format;
  if (format === null)
    throw new AppError(
      "unsupported",
      "Send a .csv, .tsv, .xlsx, .jsonl, .json, .conll, .txt or .zip file.",
      "fileName",
    );
  const report = await importSchemaItems(actor, {
    collectionId,
    fileName: upload.fileName,
    fileSha256: () => hash.digest("hex"),
    rows: readSchemaRows(schema, archive ? inPieces(archive.bytes) : hashedBody, {
      format,
      columns: upload.columns,
      config: upload.config,
      source: upload.fileName,
      files: archive?.files,
    }),
    suggestionShare: upload.suggestionsShown / 100,
    files: archive?.prepared ?? new Map(),
  });
  return { ...report, blockedCopies: await countBlockedCopies(collectionId) };
}

const pieceBytes = 64 * 1024;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) yield bytes.slice(start, start + pieceBytes);
}

async function* observed(pieces: AsyncIterable<Uint8Array>, observe: (piece: Uint8Array) => void) {
  for await (const piece of pieces) {
    observe(piece);
    yield piece;
  }
}

function tooLargeArchive(): AppError {
  return new AppError("too-large", "This archive is larger than 64 MB. Split it into smaller archives.");
}
