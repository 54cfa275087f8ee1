import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { loadFreshErrorEvaluation } from "@/lib/server/results/load-error-evaluation.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { getStudy } from "@/lib/server/studies/get-study.ts";
import { recordInterimView } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";

/** A table or figure about the errors that people and models found, as a file: `evaluation.csv`, `genre.svg`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  query: z.object({ parity: z.enum(["all", "matching"]).optional() }),
  work: async ({ who, params, query, request }) => {
    const study = await getStudy(who, params.study);
    const evaluation = study && (await loadFreshErrorEvaluation(who, study.projectId, study.id, query.parity));
    if (study) await recordInterimView(who, study);
    return viewFileResponse(
      request,
      evaluation?.document.view ?? null,
      params.file,
      await readDataStatus(params.study, null),
      evaluation?.dataHash,
    );
  },
});
