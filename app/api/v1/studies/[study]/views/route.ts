import * as z from "zod";
import { parseResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getViewsProgress } from "@/lib/server/results/views/get-study-views.ts";

/** How far the analyses of single answers are: `working` is null when nothing is under way. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string() }),
  query: z.record(z.string(), z.string()),
  work: ({ who, params, query }) => getViewsProgress(who, params.study, parseResultsQuery(query)),
});
