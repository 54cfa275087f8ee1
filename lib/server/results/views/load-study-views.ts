import type { ResultState } from "@/lib/domain/result-state.ts";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type AnalysisPlan, analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { chooseData, readStages } from "../../counting/read-counts.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { studyWhere } from "../../studies/study-where.ts";
import { viewsResult, viewsSubject } from "./views-result.ts";

/** A stored view with its data hash and age. */
type StoredView = Omit<NonNullable<ResultState<View>["stored"]>, "document"> & { view: View };

/** The data of one stored view on a page. */
export interface StudyView extends Omit<ResultState<View>, "stored"> {
  choice: ViewChoice;
  stages: string[];
  /** The study's saved analysis plan. */
  plan: AnalysisPlan | null;
  /** Null until the view has been computed. */
  stored: StoredView | null;
}

type ViewQuery = Pick<ResultsQuery, "stage" | "surplus" | "excluded" | "openStratum" | "key" | "data">;

/**
 * One stored view of a study's single answers, whether its data have changed since it was computed, and the progress of
 * a new computation.
 */
export async function loadStudyView(
  actor: Actor,
  address: string,
  query: ViewQuery,
  view: string,
): Promise<StudyView | null> {
  const study = await findStudy(actor, address);
  if (!study) return null;
  const { choice, stages } = await chooseView(study, query);
  const state = await loadStoredResult(viewsResult, viewsSubject(study.id, choice), [view]);
  if (!state) return null;
  return {
    ...state,
    choice,
    stages,
    plan: study.plan,
    stored: toViews(state.stored).get(view) ?? null,
  };
}

/**
 * Several stored views under one choice, by their IDs; views that are not computed are missing. Null in the same cases
 * as `loadStudyView`.
 */
export async function loadStoredViews(
  actor: Actor,
  address: string,
  query: ViewQuery,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredView> | null> {
  const study = await findStudy(actor, address);
  if (!study) return null;
  const { choice } = await chooseView(study, query);
  const state = await loadStoredResult(viewsResult, viewsSubject(study.id, choice), ids);
  return toViews(state?.stored ?? null);
}

function toViews(stored: ResultState<Record<string, View>>["stored"]): Map<string, StoredView> {
  if (!stored) return new Map();
  const { document, ...facts } = stored;
  return new Map(Object.entries(document).map(([id, view]) => [id, { view, ...facts }]));
}

async function findStudy(actor: Actor, address: string) {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: {
      id: true,
      projectId: true,
      stage: true,
      plan: { select: { document: true } },
    },
  });
  if (!study) return null;
  const { plan, ...facts } = study;
  return { ...facts, plan: plan && analysisPlanSchema.parse(plan.document) };
}

async function chooseView(
  study: { id: string; stage: string },
  query: ViewQuery,
): Promise<{ choice: ViewChoice; stages: string[] }> {
  const stages = await readStages(study.id);
  const { surplus, excluded, openStratum, key } = query;
  const stage = chooseStage(stages, query.stage, study.stage.replace("_", "-"));
  const data = await chooseData(study.id, stage, query.data);
  return { choice: { stage, surplus, excluded, openStratum, key, data }, stages };
}
