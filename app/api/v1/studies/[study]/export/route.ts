import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { listAnalysisExtras } from "@/lib/server/results/analysis-result.ts";
import { openExportArchive } from "@/lib/server/studies/export/export-archive.ts";
import { exportQuerySchema, requireExportableStudy } from "@/lib/server/studies/export/export-study.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";

/** A study's answers, participants, items, codebook and assignment log as one zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string() }),
  query: exportQuerySchema,
  work: async ({ who, params, query }) => {
    const study = await requireExportableStudy(who, params.study, query.level);
    const name = `${study.slug}-${query.format}${query.level === "coded" ? "" : `-${query.level}`}.zip`;
    await recordInterimViewAt(who, params.study);
    const extras = query.format === "bundle" ? await listAnalysisExtras(who, study.id) : [];
    return new Response(openExportArchive(study, { ...query, extras }), {
      headers: { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename="${name}"` },
    });
  },
});
