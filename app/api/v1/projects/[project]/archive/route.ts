import * as z from "zod";
import { openProjectArchive } from "@/lib/server/archive/request-archive.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** The newest archive of a project that was written in the background. */
export const GET = handler({
  who: requireActor,
  params: z.object({ project: z.uuid() }),
  work: async ({ who, params }) => {
    const { stream, name, bytes } = await openProjectArchive(who, params.project);
    return new Response(stream, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(bytes),
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
