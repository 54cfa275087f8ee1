import * as z from "zod";
import { openTaskArchive, taskQuerySchema } from "@/lib/server/models/tasks/open-task-archive.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** The items of one kind of a benchmark under one condition, as tasks for models, in one zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  query: taskQuerySchema,
  work: async ({ who, params, query }) => {
    const { name, stream } = await openTaskArchive(who, params.benchmark, query);
    return new Response(stream, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
