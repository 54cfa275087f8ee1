import * as z from "zod";
import type { JudgingFigures } from "@/lib/domain/models/judging/fold-judgements.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Actor, can } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { loadFreshResult, loadStoredResult } from "../../stored-results/stored-result.ts";
import { judgingResult } from "./judging-result.ts";

export interface JudgingPage {
  benchmarkId: string;
  benchmark: string;
  projectId: string;
  canWrite: boolean;
  figures: ResultState<JudgingFigures>;
}

/**
 * Judges' verdicts on the open-ended answers of a benchmark, and the agreement of judging models with people, as last
 * computed. Null for users who may not see them.
 */
export async function loadJudging(actor: Actor, benchmarkId: string): Promise<JudgingPage | null> {
  const benchmark = await findBenchmark(actor, benchmarkId);
  const figures = benchmark && (await loadStoredResult(judgingResult, benchmarkId));
  if (!figures) return null;
  return {
    benchmarkId,
    benchmark: benchmark.name,
    projectId: benchmark.projectId,
    canWrite: can(actor, "research.write", benchmark.projectId),
    figures,
  };
}

/** The figures for a download: computed now if no stored result matches the data. */
export async function loadFreshJudging(actor: Actor, benchmarkId: string): Promise<JudgingFigures | null> {
  const storedResult = (await findBenchmark(actor, benchmarkId)) && (await loadFreshResult(judgingResult, benchmarkId));
  return storedResult?.document ?? null;
}

const benchmarkRow = z.strictObject({ name: z.string(), projectId: z.string() });

async function findBenchmark(actor: Actor, benchmarkId: string) {
  const row = await maybeRow(
    pool(),
    benchmarkRow,
    sql`SELECT name, project_id AS "projectId" FROM benchmark
     WHERE id = ${benchmarkId} AND (${projectScope(actor, "research.read")}::uuid[] IS NULL
     OR project_id = ANY(${projectScope(actor, "research.read")}))`,
  );
  return row ?? null;
}
