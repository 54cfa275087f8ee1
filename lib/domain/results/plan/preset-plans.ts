import { type AnalysisPlan, analysisPlanSchema } from "./analysis-plan.ts";

/** What a preset says of its analysis: with whom models are compared first, what a tie of people and an unparsed answer count as. */
const said: Readonly<
  Record<string, Pick<AnalysisPlan, "comparator"> & Partial<Pick<AnalysisPlan, "ties" | "unparsed">>>
> = {
  // Section 3.2: the majority of all who answered a cell, "true" only where more than half say so.
  "street-2024": { comparator: { kind: "majority", k: null }, ties: "false" },
  // A handful of answers an item: who forms the majority is chance.
  "many-items": { comparator: { kind: "mean-person", k: null } },
  "kste-consistency": { comparator: { kind: "mean-person", k: null } },
  // Section 5.2: answers that mean neither option are filtered out.
  "kste-next-action": { comparator: { kind: "mean-person", k: null }, unparsed: "omit" },
  "mindgames-human-evaluation": { comparator: { kind: "mean-person", k: null } },
};

/**
 * The analysis plan that a study begins with when it is made from a preset; it may be changed like any other. Null for
 * presets that say nothing, and for none: then the number of answers in a cell decides what leads.
 */
export function presetPlan(preset: string | undefined): AnalysisPlan | null {
  const own = said[preset ?? ""];
  return own ? analysisPlanSchema.parse(own) : null;
}
