import * as z from "zod";
import { parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { loadStudyView } from "@/lib/server/results/views/load-study-views.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";

/** One table or figure of a stored analysis as a file: `groups.csv`, `groups.tex`, `agreement.svg`, `agreement.vl.json`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), view: z.string(), file: z.string().max(100) }),
  query: z.record(z.string(), z.string()),
  work: async ({ who, params, query, request }) => {
    const resultsQuery = parseResultsQuery(query);
    const studyView = await loadStudyView(who, params.study, resultsQuery, params.view);
    await recordInterimViewAt(who, params.study);
    const status = await readDataStatus(params.study, resultsQuery.stage);
    return viewFileResponse(request, studyView?.stored?.view ?? null, params.file, status, studyView?.stored?.dataHash);
  },
});
