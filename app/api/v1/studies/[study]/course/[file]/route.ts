import { z } from "zod";
import { filesOfFigure } from "@/lib/domain/results/analysis/analyse-study.ts";
import { cellsFigure } from "@/lib/domain/results/analysis/cells-figure.ts";
import { consortFigure } from "@/lib/domain/results/analysis/consort-figure.ts";
import { flowView, runningView } from "@/lib/domain/results/views/course-view.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { analysisFileResponse, viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { getRunningStudy } from "@/lib/server/studies/get-running-study.ts";
import { takeStudyFlow } from "@/lib/server/studies/get-study-flow.ts";

/**
 * A table or figure of how a study goes, as a file: of the page “Live” (`cells.csv`, `times.svg`), and with `of=flow` of the
 * page “Flow” (`consort.svg`, `arms.tex`).
 */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  query: z.object({ of: z.enum(["live", "flow"]).default("live") }),
  work: async ({ who, params: { study, file }, query }) => {
    if (query.of === "live") {
      const running = await getRunningStudy(who, study);
      if (running && ["cells.svg", "cells.vl.json"].includes(file))
        return analysisFileResponse(filesOfFigure(cellsFigure(running.cells)), file);
      return viewFileResponse(running && runningView(running), file);
    }
    const flow = await takeStudyFlow(who, study);
    if (flow && file.startsWith("consort."))
      return analysisFileResponse(filesOfFigure(consortFigure(flow.consort)), file);
    return viewFileResponse(flow && flowView(flow.consort), file);
  },
});
