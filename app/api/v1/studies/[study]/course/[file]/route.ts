import * as z from "zod";
import { filesOfFigure } from "@/lib/domain/results/analysis/analyse-study.ts";
import { cellsFigure } from "@/lib/domain/results/analysis/cells-figure.ts";
import { consortFigure } from "@/lib/domain/results/analysis/consort-figure.ts";
import { reopenedStatus } from "@/lib/domain/results/plan/result-status.ts";
import { coursePages, flowView, runningView } from "@/lib/domain/results/views/course-view.ts";
import { checksView, plannerView, stagesView } from "@/lib/domain/results/views/design-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getPlanSimulationViews } from "@/lib/server/results/simulation/get-plan-simulation-views.ts";
import { analysisFileResponse, viewFileResponse } from "@/lib/server/results/views/view-file-response.ts";
import { loadFreshStudyFlow } from "@/lib/server/studies/flow/load-study-flow.ts";
import { getStudy } from "@/lib/server/studies/get-study.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { readDataStatus } from "@/lib/server/studies/lock/read-data-status.ts";
import { loadFreshStudyChecks } from "@/lib/server/studies/responses/missed-checks.ts";
import { getForecast } from "@/lib/server/studies/run/get-forecast.ts";
import { getRunningStudy } from "@/lib/server/studies/run/get-running-study.ts";
import { loadFreshStages } from "@/lib/server/studies/run/stages.ts";

/**
 * A table or figure about the progress of a study, as a file. The query parameter `of` selects the page:
 * - `live`: data collection (`cells.csv`, `times.svg`)
 * - `flow`: participant flow (`consort.svg`, `arms.tex`)
 * - `flow-reopened`: the same of people who arrived after the study was reopened
 * - `checks`: the checks on “Responses” (`checks.csv`)
 * - `checks-reopened`: the same of people who arrived after the study was reopened
 * - `stages`: a pilot's report (`items.md`)
 * - `plan-plan`, `plan-curves`: the simulation of the plan (`rates.csv`)
 * - `planner`: the planner, with its assumptions in the address (`majority.csv`)
 */
export const GET = handler({
  who: requireActor,
  params: z.object({ study: z.string(), file: z.string().max(100) }),
  query: z.object({ of: z.enum(coursePages).default("live") }),
  work: async ({ who, params: { study, file }, query, request }) => {
    if (query.of === "live") {
      const running = await getRunningStudy(who, study);
      if (running && ["cells.svg", "cells.pdf", "cells.png", "cells.vl.json"].includes(file))
        return analysisFileResponse(filesOfFigure(cellsFigure(running.cells)), file);
      return viewFileResponse(request, running && runningView(running), file, null);
    }
    if (query.of === "checks" || query.of === "checks-reopened") {
      await recordInterimViewAt(who, study);
      const checks = await loadFreshStudyChecks(who, study);
      const later = query.of === "checks-reopened" ? (checks?.later ?? null) : null;
      const shown = query.of === "checks" ? checks : later;
      const status = later ? reopenedStatus(new Date(later.lockedAt)) : await readDataStatus(study, null);
      return viewFileResponse(request, shown && checksView(shown.checks), file, status);
    }
    if (query.of === "stages") {
      // It shows how people answer.
      await recordInterimViewAt(who, study);
      return viewFileResponse(request, await loadStagesView(who, study), file, await readDataStatus(study, null));
    }
    if (query.of === "planner")
      return viewFileResponse(request, await loadForecastView(who, study, request), file, null);
    if (query.of === "plan-plan" || query.of === "plan-curves")
      return viewFileResponse(request, await loadSimulationView(who, study, query.of), file, null);
    const flow = await loadFreshStudyFlow(who, study);
    const later = query.of === "flow-reopened" ? (flow?.later ?? null) : null;
    const consort = query.of === "flow" ? flow?.consort : later?.consort;
    const status = later ? reopenedStatus(new Date(later.lockedAt)) : await readDataStatus(study, null);
    if (consort && file.startsWith("consort."))
      return analysisFileResponse(filesOfFigure(consortFigure(consort, status)), file);
    return viewFileResponse(request, consort ? flowView(consort) : null, file, status);
  },
});

async function loadStagesView(actor: Actor, study: string): Promise<View | null> {
  const stages = await loadFreshStages(actor, study);
  return stages && stagesView(stages.items, stages.accuracy);
}

async function loadSimulationView(
  actor: Actor,
  address: string,
  of: "plan-plan" | "plan-curves",
): Promise<View | null> {
  const { plan, curves } = (await getPlanSimulationViews(actor, address)) ?? { plan: null, curves: null };
  return (of === "plan-plan" ? plan : curves)?.view ?? null;
}

/** The search parameters contain the assumptions, as on the planner's page. */
async function loadForecastView(actor: Actor, address: string, request: Request): Promise<View | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const { planning, forecast } = await getForecast(study, Object.fromEntries(new URL(request.url).searchParams));
  return plannerView(forecast, planning.accuracy);
}
