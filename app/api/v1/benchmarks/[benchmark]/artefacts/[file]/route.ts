import * as z from "zod";
import { artefactsView } from "@/lib/domain/results/views/collections/artefacts-view.ts";
import { getArtefactProgress } from "@/lib/server/mindgames/artefact-job.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/** What baseline classifiers get right in a set of problems, as a file: `baselines.csv`, `baselines.svg`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid(), file: z.string().max(100) }),
  work: async ({ who, params }) => {
    const artefacts = await getArtefactProgress(who, params.benchmark);
    return viewFileResponse(artefacts.state === "done" ? artefactsView(artefacts.report) : null, params.file);
  },
});
