import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { boundedBody } from "../imports/upload.ts";
import { importSource } from "../items/import-lines.ts";
import type { Actor } from "../platform/access/access.ts";
import { inTransferPermit } from "../platform/http/transfer-permit.ts";
import { importProblems, type ProblemImportReport } from "./import-problems.ts";

export const problemUploadSchema = z.strictObject({
  benchmark: requiredText(200),
  gold: z.enum(["stored", "text"]).default("stored"),
  skip: z.enum(["", "mismatches"]).default(""),
  fileName: boundedText(300).default(""),
  reason: boundedText(2_000).default(""),
});

/** Imports an uploaded file of MindGames rows into a project, for those who may write its research. */
export async function uploadProblems(
  actor: Actor,
  projectId: string,
  { benchmark, gold, skip, fileName, reason }: z.infer<typeof problemUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<ProblemImportReport> {
  return inTransferPermit(() =>
    importProblems(
      actor,
      { projectId, benchmarkName: benchmark.trim(), gold, skipsMismatches: skip === "mismatches", reason },
      importSource(fileName || "upload", boundedBody(body)),
    ),
  );
}
