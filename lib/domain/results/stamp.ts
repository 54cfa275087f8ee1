import { type AnalysisPlan, isConfirmatory, type PlannedTestKind } from "./analysis-plan.ts";

/** Whether the tests of a view were fixed beforehand, or the view tests nothing. */
export type Stamp = "confirmatory" | "exploratory" | "descriptive";

/** What each view tests, in the words of the analysis plan; null for tests that no plan can name, missing: no tests. */
const tested: Readonly<Record<string, PlannedTestKind | null>> = {
  "model-against-model": "model-against-model",
  "model-against-chance": "model-against-chance",
  clusters: "model-against-people",
  attributes: "groups-of-people",
  dif: null,
  rasch: null,
  mixed: null,
  times: null,
  levels: "levels",
  "tom-factual": null,
  factors: "word-orders",
  prompts: "prompt-effect",
  families: null,
  "open-ended": null,
  interactions: null,
};

/**
 * The stamp of a view: confirmatory only under a plan that was frozen, names its tests, and is not narrowed by a filter.
 *
 * @param of the attribute that a test of levels is about; empty for order and level
 */
export function stampOf(
  view: string,
  plan: { plan: AnalysisPlan; frozenAt: Date | null } | null,
  { isNarrowed, of = "" }: { isNarrowed: boolean; of?: string },
): Stamp {
  const kind = tested[view];
  if (kind === undefined) return "descriptive";
  if (kind === null || plan === null || plan.frozenAt === null || isNarrowed) return "exploratory";
  const named =
    isConfirmatory(plan.plan, kind, of) || (kind === "word-orders" && isConfirmatory(plan.plan, "story-effect"));
  return named ? "confirmatory" : "exploratory";
}
