import { type AnalysisPlan, isConfirmatory, isWholeOutcome, type PlannedTestKind } from "./analysis-plan.ts";

/** Whether the tests of a view were all planned, partly planned, not planned, or the view has no tests. */
export type TestStatus = "confirmatory" | "interim" | "partly" | "exploratory" | "descriptive";

/**
 * The kinds of tests of each view, in the terms of the analysis plan: empty if no plan can name them, missing if the
 * view has no tests.
 */
const testKindsByView: Readonly<Record<string, readonly PlannedTestKind[]>> = {
  models: ["model-against-model", "model-against-chance"],
  "model-against-model": ["model-against-model"],
  "model-against-chance": ["model-against-chance"],
  clusters: ["model-against-people", "levels", "word-orders", "story-effect"],
  attributes: ["groups-of-people"],
  dif: [],
  rasch: [],
  mixed: [],
  times: [],
  levels: ["levels"],
  "tom-factual": ["tom-factual"],
  factors: ["word-orders", "story-effect"],
  prompts: ["prompt-effect"],
  families: [],
  "open-ended": [],
  interactions: [],
};

/**
 * The status of a view. It is confirmatory only under a frozen plan that names its tests, and without a filter.
 *
 * @param isInterim whether the data are not locked; nothing is then tested
 * @param of the attribute of a test of levels; empty for order and level
 */
export function decideTestStatus(
  view: string,
  plan: { plan: AnalysisPlan; frozenAt: Date | null } | null,
  { isNarrowed, isInterim, of = "" }: { isNarrowed: boolean; isInterim: boolean; of?: string },
): TestStatus {
  const kinds = testKindsByView[view];
  if (kinds === undefined) return "descriptive";
  if (isInterim) return "interim";
  // Views use correct answers to all items; tests of another outcome are only shown under "As planned".
  if (plan === null || plan.frozenAt === null || isNarrowed || !isWholeOutcome(plan.plan.outcome)) return "exploratory";
  const plannedKinds = kinds.filter((kind) => isConfirmatory(plan.plan, kind, of));
  if (plannedKinds.length === 0) return "exploratory";
  return plannedKinds.length === kinds.length ? "confirmatory" : "partly";
}
