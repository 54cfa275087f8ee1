import * as z from "zod";
import { artefactsView } from "@/lib/domain/results/views/collections/artefacts-view.ts";
import { readArtefacts } from "@/lib/server/mindgames/artefact-result.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/** The accuracy of baseline classifiers on a set of problems, as a file: `baselines.csv`, `baselines.svg`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid(), file: z.string().max(100) }),
  work: async ({ who, params, request }) => {
    const report = (await readArtefacts(who, params.benchmark)).stored?.document;
    return viewFileResponse(request, report ? artefactsView(report) : null, params.file, null);
  },
});
