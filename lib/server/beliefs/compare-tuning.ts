import {
  prepareBaseAgainstInstruct,
  type TuningComparison,
} from "@/lib/domain/beliefs/prepare/base-against-instruct.ts";
import type { BeliefPair } from "@/lib/domain/beliefs/scoring/pair-table.ts";
import type { BeliefResults } from "./get-beliefs.ts";
import { readRunPairs } from "./score-runs.ts";

/**
 * Base models beside their tuned siblings. The pairs behind a comparison are read for one pair of models only, the wanted one or
 * the first with something to compare: reading all of them would make everybody wait.
 *
 * @param wanted the run of a base model
 */
export async function compareTuning(
  { benchmark, models, rule }: Pick<BeliefResults, "benchmark" | "models" | "rule">,
  wanted: string | null,
): Promise<{ modelPairs: TuningComparison[]; shown: TuningComparison | null }> {
  const scores = models.flatMap(({ score }) => (score ? [score] : []));
  const profiles = models.map(({ profile }) => profile);
  const modelPairs = prepareBaseAgainstInstruct(scores, profiles, () => null);
  const runOf = (observer: string) => models.find((model) => model.observer === observer);
  const comparable = modelPairs.filter(({ missing }) => missing === null);
  const modelPair = comparable.find(({ base }) => runOf(base)?.runId === wanted) ?? comparable[0];
  if (!modelPair) return { modelPairs, shown: null };
  const pairs = new Map<string, BeliefPair[]>();
  for (const observer of [modelPair.base, modelPair.instruct]) {
    const run = runOf(observer);
    if (run) pairs.set(observer, await readRunPairs(benchmark.id, run, rule));
  }
  const both = scores.filter(({ observer }) => pairs.has(observer));
  const [shown = null] = prepareBaseAgainstInstruct(both, profiles, (model) => pairs.get(model) ?? null);
  return { modelPairs, shown };
}
