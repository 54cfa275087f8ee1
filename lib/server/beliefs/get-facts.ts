import type { Expansion } from "@/lib/domain/beliefs/belief-rows.ts";
import type { ParticipantStudy } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { type BeliefSourceOverview, readImportSummary } from "./belief-source.ts";
import { type BeliefBenchmark, getBeliefBenchmark } from "./load-beliefs.ts";
import { getExpansion, hasExpressions } from "./make-expressions.ts";
import { listParticipantStudies } from "./participant-answers.ts";

/** The facts of a benchmark of expressions. */
export interface BeliefFacts {
  benchmark: BeliefBenchmark;
  /** The source of the items; null if they were imported from an item file. */
  source: BeliefSourceOverview | null;
  /** The job that generates its expressions, if requested. */
  expansion: Expansion | null;
  hasItems: boolean;
  /** Studies that use its expressions. */
  studies: ParticipantStudy[];
}

/** The facts of a benchmark, for users who may see it; null for all others. */
export async function getFacts(actor: Actor, benchmarkId: string): Promise<BeliefFacts | null> {
  const benchmark = await getBeliefBenchmark(actor, benchmarkId);
  if (!benchmark) return null;
  const [source, expansion, hasItems, studies] = await Promise.all([
    readImportSummary(benchmark.id),
    getExpansion(benchmark.id),
    hasExpressions(pool(), benchmark.id),
    listParticipantStudies(benchmark.id),
  ]);
  return { benchmark, source, expansion, hasItems, studies };
}
