import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { requireRelease } from "@/lib/server/release/release-versions.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { archiveResponse } from "../../../../../releases/archive-response.ts";

/** The zip of one version of a study's release. A withdrawn version has no zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), release: z.string() }),
  work: async ({ who, params }) => {
    const release = await requireRelease(who, params.release, "read", params.study);
    await recordInterimViewAt(who, params.study);
    return archiveResponse(release);
  },
});
