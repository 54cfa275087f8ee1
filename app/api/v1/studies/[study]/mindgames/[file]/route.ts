import * as z from "zod";
import { createEvaluationView, loadHumanEvaluation } from "@/lib/server/mindgames/load-human-evaluation.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";

/**
 * A table or figure about the answers of raters and models to MindGames problems, as a file: `by-setup.csv`,
 * `by-setup.svg`.
 */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  query: z.object({ parity: z.enum(["all", "matching"]).optional() }),
  work: async ({ who, params, query, request }) => {
    const evaluation = await loadHumanEvaluation(who, params.study, query.parity);
    await recordInterimViewAt(who, params.study);
    const status = await readDataStatus(params.study, null);
    const stored = evaluation?.stored;
    const view = stored ? createEvaluationView(stored.document, evaluation.ties) : null;
    return viewFileResponse(request, view, params.file, status, stored?.dataHash);
  },
});
