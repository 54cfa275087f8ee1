import * as z from "zod";
import { type ImportListEntry, rejectionSchema } from "@/lib/domain/interchange/import-report.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";

const rejectionsSchema = z.array(rejectionSchema);

/** The last imports of a kind into a project, newest first. */
export async function listImports(actor: Actor, projectId: string, kind: string): Promise<ImportListEntry[]> {
  requireRight(actor, "research.read", projectId);
  const reports = await db().importReport.findMany({
    where: { projectId, kind },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 20,
    include: { benchmark: { select: { id: true, name: true } } },
  });
  return reports.map((report) => ({
    id: report.id,
    kind: report.kind,
    fileName: report.fileName,
    at: report.createdAt,
    rows: report.rows,
    inserted: report.inserted,
    unchanged: report.unchanged,
    rejected: report.rejected,
    rejections: rejectionsSchema.parse(report.rejections).slice(0, 50),
    benchmark: report.benchmark,
    undoneAt: report.undoneAt,
  }));
}
