import { z } from "zod";
import { requireActor } from "@/lib/server/auth/require-user.ts";
import { notThere } from "@/lib/server/http/app-error.ts";
import { handler } from "@/lib/server/http/handler.ts";
import { openLmEvalArchive } from "@/lib/server/mindgames/lm-eval-archive.ts";
import { getProblemSet } from "@/lib/server/mindgames/read-problem-set.ts";

/** A set's problems as tasks for lm-evaluation-harness, in one zip. */
export const GET = handler({
  who: requireActor,
  params: z.object({ benchmark: z.uuid() }),
  work: async ({ who, params }) => {
    const set = await getProblemSet(who, params.benchmark);
    if (!set || set.problems.length === 0) throw notThere();
    return new Response(openLmEvalArchive(set), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": 'attachment; filename="mindgames-lm-eval.zip"',
      },
    });
  },
});
