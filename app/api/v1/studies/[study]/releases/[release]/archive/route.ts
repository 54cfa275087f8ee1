import * as z from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { openStoredArchive } from "@/lib/server/release/release-archive.ts";
import { requireRelease } from "@/lib/server/release/release-versions.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";

/** The zip of one version of a release. A withdrawn version has no zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), release: z.string() }),
  work: async ({ who, params }) => {
    const release = await requireRelease(who, params.study, params.release);
    await recordInterimViewAt(who, params.study);
    return new Response(openStoredArchive(release.id), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(release.bytes),
        "Content-Disposition": `attachment; filename="${release.fileName}"`,
      },
    });
  },
});
