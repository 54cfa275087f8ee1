import { z } from "zod";
import { parseResultsQuery } from "@/lib/domain/results/results-query.ts";
import { cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notThere } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getCellView } from "@/lib/server/results/get-cell-view.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { noteLookAt } from "@/lib/server/studies/looks.ts";

/** One table or figure of the tables and comparisons as a file: `accuracy.csv`, `types.tex`, `types.svg`, `sentences.md`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), view: z.string(), file: z.string().max(100) }),
  query: z.record(z.string(), z.string()),
  work: async ({ who, params, query }) => {
    const id = cellViewTitles.find((one) => one.id === params.view)?.id;
    if (!id) throw notThere();
    const found = await getCellView(who, params.study, parseResultsQuery(query), id);
    await noteLookAt(who, params.study);
    return viewFileResponse(found?.view ?? null, params.file, found?.dataHash);
  },
});
