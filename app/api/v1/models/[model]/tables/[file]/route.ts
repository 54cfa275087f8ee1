import * as z from "zod";
import { runPairView, runsView } from "@/lib/domain/results/views/models/run-views.ts";
import { readSelection } from "@/lib/server/models/read-selection.ts";
import { compareRuns } from "@/lib/server/models/registry/compare-runs.ts";
import { loadModel } from "@/lib/server/models/registry/load-model.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";

/**
 * A table of a model's page as a file: the table of all runs (`runs.csv`), or a comparison of two runs (`run-pair.tex`,
 * `run-pair-items.md`).
 */
export const GET = handler({
  who: requireActor,
  params: z.object({ model: z.uuid(), file: z.string().max(100) }),
  query: z.object({
    slice: z.string().max(200).default(""),
    items: z.string().max(4_000).default(""),
    parity: z.enum(["all", "matching"]).default("all"),
    first: z.uuid().optional(),
    second: z.uuid().optional(),
  }),
  work: async ({ who, params: { model: id, file }, query: { slice, items: line, parity, first, second }, request }) => {
    const withMismatches = parity === "all";
    const selectedItems = readSelection(line);
    if (file.startsWith("run-pair")) {
      const pair = first && second ? await compareRuns(who, first, second, withMismatches, selectedItems) : null;
      return viewFileResponse(request, pair?.stored ? runPairView(pair.stored.document) : null, file, null);
    }
    const model = await loadModel(who, id, { slice, page: 1, withMismatches, items: selectedItems });
    return viewFileResponse(request, model && runsView(model.name, model.runs), file, null);
  },
});
