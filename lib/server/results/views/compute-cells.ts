import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResults } from "@/lib/domain/results/model/study-results.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import { plannedModelTests } from "@/lib/domain/results/plan/planned-models.ts";
import { type CellMaterial, prepareCellMaterial } from "@/lib/domain/results/views/cell-material.ts";
import { type CellViewId, cellViewInSteps } from "@/lib/domain/results/views/cell-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";

/** The input of a view of cells. */
export interface CellWorkerInput {
  id: CellViewId;
  results: StudyResults;
  details: CellMaterial["details"];
  by: CellMaterial["by"];
  rules: Parameters<typeof prepareCellMaterial>[3];
  /** The cells for the tests of a saved plan, in comparisons among models; null if there are none. */
  planned: { all: StudyResults; query: ResultsQuery; plan: StoredPlan; groups: View | null } | null;
}

/** Computes a view of cells; yields the progress from 0 to 1. Independent of threads and the database. */
export function* computeCells({ id, results, details, by, rules, planned }: CellWorkerInput): Generator<number, View> {
  const plannedModels = planned && plannedModelTests(planned.all, planned.query, planned.plan, planned.groups);
  return yield* cellViewInSteps(id, { ...prepareCellMaterial(results, details, by, rules), plannedModels });
}
