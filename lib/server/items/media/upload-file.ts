import * as z from "zod";
import { type MediaValue, mediaTypes } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { boundedText } from "@/lib/domain/text.ts";
import type { Actor } from "../../platform/access/access.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { readBytes } from "../../platform/http/read-body.ts";
import { withTransferPermit } from "../../platform/http/transfer-permit.ts";
import { lockBenchmark } from "../save-benchmark.ts";
import { maxFileBytes, prepareFile } from "./prepare-file.ts";
import { maxPdfBytes, preparePdf } from "./prepare-pdf.ts";
import { storeFile } from "./store-files.ts";

export const uploadFileSchema = z.strictObject({
  /** The type of the field that will show the file; `pdf` for the document of a study's ethics approval. */
  type: z.enum([...mediaTypes, "pdf"]),
  fileName: boundedText(300).default(""),
});

/**
 * Stores a file in the project of a benchmark, without the metadata of the file. Only for users who may write the
 * benchmark's items. An item shows the file if its fields contain the returned SHA-256; a study's protocol names a PDF
 * the same way. Idempotent. One file of at most
 * 32 MB is in memory.
 *
 * @throws AppError "invalid" at the field `file` for a file of another type, or one that cannot be stored
 */
export async function uploadFile(
  actor: Actor,
  benchmarkId: string,
  { type, fileName }: z.infer<typeof uploadFileSchema>,
  request: Request,
): Promise<Pick<MediaValue, "sha256" | "type">> {
  return withTransferPermit(async () => {
    // The right is checked before the body is read.
    await withTx((client) => lockBenchmark(client, actor, benchmarkId));
    const isPdf = type === "pdf";
    const body = await readBytes(request, isPdf ? maxPdfBytes : maxFileBytes);
    const file = isPdf ? preparePdf(body) : await prepareFile(fileName, body);
    if (typeof file === "string") throw new AppError("invalid", `This file ${file}.`, "file");
    if (!isPdf && !file.type.startsWith(`${type}/`))
      throw new AppError("invalid", `This file is of type ${file.type}; the field shows ${type} files.`, "file");
    await withTx(async (client) => {
      const { project_id: projectId } = await lockBenchmark(client, actor, benchmarkId);
      await storeFile(client, projectId, file);
    });
    return { sha256: file.sha256, type: file.type };
  });
}
