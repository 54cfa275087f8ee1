import * as z from "zod";
import { openLmEvalArchive } from "@/lib/server/mindgames/lm-eval-archive.ts";
import { getProblemSet } from "@/lib/server/mindgames/read-problem-set.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** A set's problems as tasks for lm-evaluation-harness, in one zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  work: async ({ who, params }) => {
    const set = await getProblemSet(who, params.benchmark);
    if (!set || set.problems.length === 0) throw notFoundError();
    return new Response(openLmEvalArchive(set), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": 'attachment; filename="mindgames-lm-eval.zip"',
      },
    });
  },
});
