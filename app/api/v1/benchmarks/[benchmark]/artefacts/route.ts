import * as z from "zod";
import { getArtefactProgress } from "@/lib/server/mindgames/artefact-job.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** How far the artefact report of a set is: "none", "working" with the share done, "done" or "failed". */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  work: async ({ who, params }) => {
    const artefacts = await getArtefactProgress(who, params.benchmark);
    return artefacts.state === "done" ? { state: "done" } : artefacts;
  },
});
