import { type AnalysisPlan, analysisPlanSchema } from "./analysis-plan.ts";

/**
 * A preset's defaults for the analysis: the leading comparator, and the scores of a tie of people and of an unparsed
 * answer.
 */
const planDefaults: Readonly<
  Record<string, Pick<AnalysisPlan, "comparator"> & Partial<Pick<AnalysisPlan, "ties" | "unparsed">>>
> = {
  // Section 3.2: the majority of all people who answered a cell; "true" only if more than half answer "true".
  "street-2024": { comparator: { kind: "majority", k: null }, ties: "false" },
  // With few answers per item, the composition of the majority is random.
  "many-items": { comparator: { kind: "mean-person", k: null } },
  "kste-consistency": { comparator: { kind: "mean-person", k: null } },
  // Section 5.2: answers that match neither option are filtered out.
  "kste-next-action": { comparator: { kind: "mean-person", k: null }, unparsed: "omit" },
  "mindgames-human-evaluation": { comparator: { kind: "mean-person", k: null } },
};

/**
 * The initial analysis plan of a study that was created from a preset; it can be changed like any other plan. Null
 * without a preset, or if the preset has no plan; the number of answers in a cell then selects the leading comparator.
 */
export function presetPlan(preset: string | undefined): AnalysisPlan | null {
  const defaults = planDefaults[preset ?? ""];
  return defaults ? analysisPlanSchema.parse(defaults) : null;
}
