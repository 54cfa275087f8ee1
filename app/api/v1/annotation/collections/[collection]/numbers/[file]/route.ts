import * as z from "zod";
import { constructionView } from "@/lib/domain/results/views/collections/construction-view.ts";
import { getReasons } from "@/lib/server/annotation/figures/get-reasons.ts";
import { getReport } from "@/lib/server/annotation/figures/get-report.ts";
import { loadFreshLabels } from "@/lib/server/annotation/figures/label-result.ts";
import { loadPeople } from "@/lib/server/annotation/people/load-people.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/** A table of a collection's report as a file: `report.csv`, `by-kind.tex`, `people.md`. */
export const GET = handler({
  who: requireActor,
  params: z.object({ collection: z.uuid(), file: z.string().max(100) }),
  work: async ({ who, params: { collection, file }, request }) => {
    const [{ numbers, rejected }, reasons, { people, pairs, weeks }, labels] = await Promise.all([
      getReport(who, collection),
      getReasons(who, collection),
      loadPeople(who, collection, new Date()),
      loadFreshLabels(who, collection),
    ]);
    return viewFileResponse(
      request,
      constructionView({ numbers, rejected, reasons, people, pairs, weeks, labels }),
      file,
      null,
    );
  },
});
