import { z } from "zod";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notThere } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getStudyAnalysis } from "@/lib/server/results/analyse-study.ts";
import { noteLookAt } from "@/lib/server/studies/looks.ts";

/** One file of a study's analysis under its plan, as `parallax analyse` writes it: `headline.svg`, `comparisons.tex`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  query: z.object({ stage: z.string().max(20).optional() }),
  work: async ({ who, params, query }) => {
    const files = await getStudyAnalysis(who, params.study, null, query.stage ?? null);
    const file = files?.find(({ name }) => name === params.file);
    if (!file) throw notThere();
    await noteLookAt(who, params.study);
    const type = file.name.endsWith(".svg") ? "image/svg+xml" : "text/plain; charset=utf-8";
    return new Response(file.content, {
      headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${file.name}"` },
    });
  },
});
