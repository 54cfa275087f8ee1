import { prepareBaseAgainstInstruct } from "@/lib/domain/beliefs/prepare/base-against-instruct.ts";
import { rankModels } from "@/lib/domain/beliefs/prepare/rank-models.ts";
import { prepareRanking } from "@/lib/domain/beliefs/prepare/ranking-table.ts";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { beliefComparisons } from "@/lib/domain/results/views/beliefs/belief-comparisons.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { loadFreshResult } from "../stored-results/stored-result.ts";
import { listPeopleComparisons, peopleModelResult, readPeopleDifferences } from "./compare-people.ts";
import { listObservers } from "./list-observers.ts";
import { type BeliefResults, loadBeliefs } from "./load-beliefs.ts";
import { peopleResult } from "./participant-answers.ts";

/**
 * The results of a benchmark for a download: none of its people's scores and comparisons is outdated.
 *
 * @throws PendingError while they are computed
 */
export async function loadFreshBeliefs(...asked: Parameters<typeof loadBeliefs>): Promise<BeliefResults | null> {
  const { peopleState } = (await loadBeliefs(...asked)) ?? {};
  if (peopleState) await loadFreshResult(peopleResult, peopleState.subject);
  const results = await loadBeliefs(...asked);
  for (const { subject } of results ? await listPeopleComparisons(results) : [])
    await loadFreshResult(peopleModelResult, subject);
  return results;
}

/**
 * The tables and tests of a benchmark of expressions, from stored scores, with the hash of their data. Interim results
 * of people are without tests.
 */
export async function loadBeliefComparisons(
  results: BeliefResults,
  { least, test, among, by, observer }: Pick<BeliefQuery, "least" | "test" | "among" | "by" | "observer">,
): Promise<{ view: View; dataHash: string; pending: ResultState<unknown>[] }> {
  const allObservers = listObservers(results);
  const ranking = rankModels(allObservers, least, test, among);
  const observers = allObservers.map(({ name, side, profile, score }) => ({
    name,
    side,
    tuning: profile?.tuning ?? null,
    sizeBillions: profile?.sizeBillions ?? null,
    score,
  }));
  const scores = results.models.flatMap(({ score }) => (score ? [score] : []));
  const modelProfiles = results.models.map(({ profile }) => profile);
  const states = await readPeopleDifferences(results);
  const observerNameOf = (runId: string | null) =>
    results.models.find((model) => model.runId === runId)?.observer ?? null;
  const comparisons = [...states].flatMap(([runId, { stored }]) =>
    stored ? [{ model: observerNameOf(runId) ?? "", rows: stored.document }] : [],
  );
  const view = beliefComparisons(
    observers,
    prepareBaseAgainstInstruct(scores, modelProfiles, () => null),
    results.people?.status ?? exploratory,
    ranking && prepareRanking(ranking),
    { comparisons, chosen: observerNameOf(observer), by, among },
  );
  const pending = [...states.values()].filter(({ stored }) => stored === null || stored.isStale);
  // The tables depend on the stored scores only.
  return { view, dataHash: fingerprint(canonicalJson(view.tables)), pending };
}
