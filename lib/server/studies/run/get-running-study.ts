import type { RunningStudy } from "@/lib/domain/results/views/course-view.ts";
import { prepareLiveCells } from "@/lib/domain/survey/live/prepare-cells.ts";
import { type CompletionRate, computeCompletion, prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { prepareTimes } from "@/lib/domain/survey/live/prepare-times.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getStudy } from "../get-study.ts";
import { getLiveFigures } from "./get-live-figures.ts";

/**
 * The data for a running study's pages and files; null before its design is frozen and for users who may not see it.
 */
export async function getRunningStudy(
  actor: Actor,
  address: string,
): Promise<(RunningStudy & { active: number; completion: CompletionRate | null; readAt: Date }) | null> {
  const study = await getStudy(actor, address);
  const figures = study?.isFrozen ? await getLiveFigures(actor, study.id) : null;
  if (!study || !figures) return null;
  const screens = listScreens(study.protocol, study.design.itemsPerSession);
  const progress = prepareStrata(figures.study, figures.strata);
  const flow = prepareFlow(screens, figures.sessions, progress.filled + progress.open);
  return {
    active: figures.active,
    readAt: figures.readAt,
    progress,
    cells: prepareLiveCells(figures.study, figures.cells),
    flow,
    completion: computeCompletion(flow, figures.underWay),
    times: prepareTimes(screens, figures.times),
  };
}
