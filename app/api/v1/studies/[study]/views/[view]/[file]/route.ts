import { z } from "zod";
import { parseResultsQuery } from "@/lib/domain/results/results-query.ts";
import { viewFile, viewFormats } from "@/lib/domain/results/views/view-files.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notThere } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getStudyView } from "@/lib/server/results/views/get-study-views.ts";

const contentTypes: Record<(typeof viewFormats)[number], string> = {
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  tex: "application/x-tex; charset=utf-8",
  svg: "image/svg+xml",
  "vl.json": "application/json",
};

/** One table or figure of a stored analysis as a file: `groups.csv`, `groups.tex`, `agreement.svg`, `agreement.vl.json`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), view: z.string(), file: z.string().max(100) }),
  query: z.record(z.string(), z.string()),
  work: async ({ who, params, query }) => {
    const found = await getStudyView(who, params.study, parseResultsQuery(query), params.view);
    const format = viewFormats.find((one) => params.file.endsWith(`.${one}`));
    const content =
      found?.stored && format ? viewFile(found.stored.view, params.file.slice(0, -format.length - 1), format) : null;
    if (content === null || !format) throw notThere();
    return new Response(content, {
      headers: {
        "Content-Type": contentTypes[format],
        "Content-Disposition": `attachment; filename="${params.view}-${params.file.replaceAll(/[^a-z0-9.-]/g, "")}"`,
      },
    });
  },
});
