import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { loadAnalysisFile } from "@/lib/server/results/analysis-result.ts";
import { analysisFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";

/** One file of a study's analysis under its plan, as `parallax analyse` writes it: `headline.svg`, `comparisons.tex`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  query: z.object({ stage: z.string().max(20).optional() }),
  work: async ({ who, params, query }) => {
    const loadFile = (name: string) => loadAnalysisFile(who, params.study, name, { stage: query.stage ?? null });
    const reply = await analysisFileResponse(loadFile, params.file);
    await recordInterimViewAt(who, params.study);
    return reply;
  },
});
