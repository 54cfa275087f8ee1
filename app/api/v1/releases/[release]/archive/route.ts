import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { requireRelease } from "@/lib/server/release/release-versions.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { archiveResponse } from "../../archive-response.ts";

/** The zip of one version of a study, a benchmark or a collection. A withdrawn version has no zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ release: z.string() }),
  work: async ({ who, params }) => {
    const release = await requireRelease(who, params.release);
    if (release.subject.type === "study") await recordInterimViewAt(who, release.subject.id);
    return archiveResponse(release);
  },
});
