import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { openInThread } from "../imports/import-parts.ts";
import { throwUntrustedFile, withSpooledUpload } from "../imports/upload.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { withTransferPermit } from "../platform/http/transfer-permit.ts";
import { type ProblemImportReport, storeProblems } from "./import-problems.ts";

export const problemUploadSchema = z.strictObject({
  benchmark: requiredText(200),
  gold: z.enum(["stored", "text"]).default("stored"),
  skip: z.enum(["", "mismatches"]).default(""),
  fileName: boundedText(300).default(""),
  reason: boundedText(2_000).default(""),
});

/**
 * Imports an uploaded file of MindGames rows into a project, for users who may write its research. The rows are checked
 * in a thread.
 */
export async function uploadProblems(
  actor: Actor,
  projectId: string,
  { benchmark, gold, skip, fileName, reason }: z.infer<typeof problemUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<ProblemImportReport> {
  requireRight(actor, "research.write", projectId);
  return withTransferPermit(() =>
    withSpooledUpload(body, async (path) => {
      const { problemsWorker } = await import("./problems-worker.generated.ts");
      const settings = { gold, skipsMismatches: skip === "mismatches" };
      const { lines, totals } = await openInThread(problemsWorker, { path, settings });
      return storeProblems(
        actor,
        { projectId, benchmarkName: benchmark.trim(), reason },
        { fileName: fileName || "upload", lines, sha256: () => totals().sha256, summary: totals },
      );
    }).catch(throwUntrustedFile),
  );
}
