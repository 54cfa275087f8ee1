import type { ItemSelection } from "@/lib/domain/items/item-selection.ts";
import type { RunDifference } from "@/lib/domain/models/registry-view.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { encodeSubject } from "../../stored-results/matching-subject.ts";
import { loadStoredResult } from "../../stored-results/stored-result.ts";
import { runPairResult } from "./run-pair-result.ts";

/**
 * The differences between two runs on one benchmark, by answer: answers to one version of an item under one condition
 * are compared, repeats separately. Different versions are not compared, because they are different questions with
 * different keys. If each run has only one condition, the two conditions are compared even if their names differ.
 * Returns the last computed result; null for runs that the user may not see, or that belong to two benchmarks.
 *
 * @param withMismatches whether answers to a text other than the item's are included
 * @param items the items on which the runs are compared; null for all
 */
export async function compareRuns(
  actor: Actor,
  firstId: string,
  secondId: string,
  withMismatches = false,
  items: ItemSelection | null = null,
): Promise<ResultState<RunDifference> | null> {
  const runs = await db().run.findMany({
    where: { id: { in: [firstId, secondId] }, model: inProjectsWith(actor, "research.read") },
    select: { id: true, benchmarkId: true },
  });
  const [first, second] = [firstId, secondId].map((id) => runs.find((run) => run.id === id));
  if (!first || !second || first.id === second.id || first.benchmarkId !== second.benchmarkId) return null;
  return loadStoredResult(runPairResult, encodeSubject(`${first.id}/${second.id}`, withMismatches, items));
}
