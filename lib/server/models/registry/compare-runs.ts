import type { RunDifference } from "@/lib/domain/models/registry-view.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Actor, inProjectsWith } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { subjectWith } from "../../stored-results/matching-subject.ts";
import { readResult } from "../../stored-results/stored-result.ts";
import { runPairResult } from "./run-pair-result.ts";

/**
 * The differences between two runs on one benchmark, answer for answer: those to one version of an item under one
 * condition, repeats apart; another version is another question, with a key of its own. Where each run has one condition
 * only, the two stand beside each other whatever they are called. As it was last computed; null for runs that one may
 * not see, or of two benchmarks.
 *
 * @param withMismatches whether answers count to another text than the item's
 */
export async function compareRuns(
  actor: Actor,
  firstId: string,
  secondId: string,
  withMismatches = false,
): Promise<ResultState<RunDifference> | null> {
  const runs = await db().run.findMany({
    where: { id: { in: [firstId, secondId] }, model: inProjectsWith(actor, "research.read") },
    select: { id: true, benchmarkId: true },
  });
  const [first, second] = [firstId, secondId].map((id) => runs.find((run) => run.id === id));
  if (!first || !second || first.id === second.id || first.benchmarkId !== second.benchmarkId) return null;
  return readResult(runPairResult, subjectWith(`${first.id}/${second.id}`, withMismatches));
}
