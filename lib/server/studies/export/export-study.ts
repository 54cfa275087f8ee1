import * as z from "zod";
import { type ExportLevel, exportLevels } from "@/lib/domain/interchange/export-study-columns.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { db } from "../../platform/database/client.ts";
import { openExportSnapshot } from "../../platform/database/export-snapshot.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { tallyPredictions } from "../parity/tally-predictions.ts";
import { studyWhere } from "../study-where.ts";
import { type ExportFile, type ExportOptions, exportFiles, exportFormats } from "./export-files.ts";

/** The query of a download: `?format=csv&level=coded&spreadsheet=1`. */
export const exportQuerySchema = z
  .strictObject({
    format: z.enum(exportFormats).default("csv"),
    level: z.enum(exportLevels).default("coded"),
    spreadsheet: z.enum(["0", "1"]).default("0"),
  })
  .transform(
    ({ format, level, spreadsheet }): ExportOptions => ({ format, level, forSpreadsheet: spreadsheet === "1" }),
  );

export interface ExportableStudy {
  id: string;
  slug: string;
}

/**
 * The study of an export, by ID or slug. Users who may read research can export answers. Only users who may read
 * recruiters' IDs can export these IDs. Records the request in the audit log.
 */
export async function requireExportableStudy(
  actor: Actor,
  address: string,
  level: ExportLevel,
): Promise<ExportableStudy> {
  const right = level === "identified" ? "identities.read" : "research.read";
  const study = await db().study.findFirst({
    where: studyWhere(actor, right, address),
    select: { id: true, slug: true, projectId: true },
  });
  if (!study) throw notFoundError();
  await withTx((client) =>
    recordAudit(client, {
      actorId: actor.userId,
      projectId: study.projectId,
      action: "study.export",
      subjectType: "study",
      subjectId: study.id,
      after: { level },
    }),
  );
  return { id: study.id, slug: study.slug };
}

/** Passes the files of a study's export to `take` one by one, all from one snapshot. */
export async function exportStudy(
  study: ExportableStudy,
  options: ExportOptions,
  take: (file: ExportFile) => Promise<void>,
): Promise<void> {
  // A bundle contains the parity of models' stimuli. It is computed first, because the snapshot is read-only.
  if (options.format === "bundle") await tallyPredictions(study.id);
  const { client, source, close } = await openExportSnapshot();
  try {
    for await (const file of exportFiles(client, study.id, options, source)) await take(file);
  } finally {
    await close();
  }
}
