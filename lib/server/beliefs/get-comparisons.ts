import { prepareBaseAgainstInstruct } from "@/lib/domain/beliefs/prepare/base-against-instruct.ts";
import { beliefComparisons } from "@/lib/domain/results/views/belief-comparisons.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { BeliefResults } from "./get-beliefs.ts";
import { listObservers } from "./list-observers.ts";

/** The tables and tests of a benchmark of expressions, from kept scores. */
export function getBeliefComparisons(results: Pick<BeliefResults, "people" | "models">): View {
  const observers = listObservers(results).map(({ name, side, profile, score }) => ({
    name,
    side,
    tuning: profile?.tuning ?? null,
    score,
  }));
  const scores = results.models.flatMap(({ score }) => (score ? [score] : []));
  const profiles = results.models.map(({ profile }) => profile);
  return beliefComparisons(
    observers,
    prepareBaseAgainstInstruct(scores, profiles, () => null),
  );
}
