import type { StudyBenchmark } from "./study-benchmark.ts";
import type { PresetDraft } from "./study-draft.ts";

/**
 * The draft for another kind of items, which has other factors and texts: the kind's default levels and wording are
 * used.
 */
export function withKind<Draft extends PresetDraft>(
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
      (kind?.factors ?? []).map(({ name: factor, levels }) => [
        factor,
        levels.filter((level) => !level.onRequest).map((level) => level.value),
      ]),
    ),
    protocol: {
      ...draft.protocol,
      steps: draft.protocol.steps.map((step) => (step.kind === "items" ? { ...step, wording: {} } : step)),
    },
  };
}
