import * as z from "zod";
import { judgingView } from "@/lib/domain/results/views/models/judging-view.ts";
import { loadFreshJudging } from "@/lib/server/models/judging/load-judging.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/** Judges' verdicts on open-ended answers, as a file: `judged-runs.csv`, `judge-agreement.tex`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid(), file: z.string().max(100) }),
  work: async ({ who, params, request }) => {
    const judging = await loadFreshJudging(who, params.benchmark);
    return viewFileResponse(
      request,
      judging && judgingView(judging.runs, judging.results, judging.agreement),
      params.file,
      null,
    );
  },
});
