import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { installation } from "../../platform/access/access.ts";
import { loadStoredViews } from "./load-study-views.ts";

/** Whether the plan contains tests of groups of people, which need the stored analysis of groups. */
export function hasGroupTests(plan: AnalysisPlan): boolean {
  return plan.family.tests.some(({ kind }) => kind === "groups-of-people");
}

/**
 * The stored analysis of groups of people, if one of the plans contains tests of groups and the analysis is current.
 * These tests are corrected together with the tests of models, so every page and file must use the same analysis. The
 * caller must check the right to see the study.
 *
 * @param plans the plan whose tests are computed, and the plan before its amendments
 */
export async function loadPlannedGroups(
  studyId: string,
  plans: readonly (AnalysisPlan | undefined)[],
  query: Pick<ResultsQuery, "stage" | "surplus" | "excluded" | "openStratum" | "key" | "data">,
): Promise<View | null> {
  if (!plans.some((plan) => plan && hasGroupTests(plan))) return null;
  const groups = (await loadStoredViews(installation, studyId, query, ["attributes"]))?.get("attributes");
  return groups && !groups.isStale ? groups.view : null;
}
