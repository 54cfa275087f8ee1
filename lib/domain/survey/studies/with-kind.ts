import type { Factor } from "../../items/kinds/item-kind.ts";
import type { StudyBenchmark } from "./study-benchmark.ts";
import type { PresetDraft } from "./study-draft.ts";

/**
 * The draft for another kind of items, which has other factors and texts. The new kind's wording is used. A factor that
 * the draft already has keeps its selected levels. For a new factor one level is selected, because more levels multiply
 * the number of answers that a study needs.
 */
export function changeKind<Draft extends PresetDraft>(
  draft: Draft,
  benchmark: StudyBenchmark | undefined,
  name: string,
): Draft {
  const kind = benchmark?.kinds.find((candidate) => candidate.name === name);
  return {
    ...draft,
    itemKind: name,
    itemFilter: {},
    conditions: Object.fromEntries(
      (kind?.factors ?? []).map(({ name: factor, levels }) => [factor, chosenLevels(draft.conditions[factor], levels)]),
    ),
    protocol: {
      ...draft.protocol,
      steps: draft.protocol.steps.map((step) => (step.kind === "items" ? { ...step, wording: {} } : step)),
    },
  };
}

function chosenLevels(chosen: readonly string[] | undefined, levels: Factor["levels"]): string[] {
  const selectedLevels = levels.filter(({ value }) => chosen?.includes(value));
  const defaultLevels = levels.filter(({ onRequest }) => !onRequest).slice(0, 1);
  return (selectedLevels.length > 0 ? selectedLevels : defaultLevels).map(({ value }) => value);
}
