import * as z from "zod";
import type { ArtefactSummary } from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { foldRows } from "../stored-results/fold-rows.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { isId } from "../studies/study-where.ts";
import { readGeneration, readProblems } from "./read-problem-set.ts";

/**
 * The accuracy of baseline classifiers on the problems of a benchmark ("BENCHMARK"). Null if there are fewer than two
 * different premises.
 */
export const artefactResult: ResultDefinition<ArtefactSummary | null> = {
  kind: "artefacts",
  ruleVersion: 3,
  doing: "Measuring the artefacts",
  hidesStale: true,
  // The set is compared with another set, which must be generated first.
  foldedHere: 0,
  facts: readFacts,
  compute: async (benchmarkId, folding) => {
    const { problems } = await readProblems(benchmarkId);
    const generation = await readGeneration(benchmarkId);
    async function* rows() {
      yield problems.map(({ row }) => row);
    }
    return foldRows("artefacts", { generation }, rows(), folding);
  },
};

/** The artefact report of the current set. */
export async function readArtefacts(actor: Actor, benchmarkId: string): Promise<ResultState<ArtefactSummary | null>> {
  const benchmark =
    isId(benchmarkId) &&
    (await db().benchmark.findFirst({
      where: { id: benchmarkId, ...inProjectsWith(actor, "research.read") },
      select: { id: true },
    }));
  const state = benchmark && (await loadStoredResult(artefactResult, benchmark.id));
  if (!state) throw notFoundError();
  return state;
}

/** The cost of training on one problem, in answers that could be read in the same time. */
const costPerProblem = 20;

const factRow = z.strictObject({ projectId: z.string(), problems: z.number(), said: z.string() });

/**
 * The state is computed from counters, because versions of items and keys are only added, and from the settings of the
 * set.
 */
async function readFacts(benchmarkId: string): Promise<ResultFacts | null> {
  if (!isId(benchmarkId)) return null;
  const row = await maybeRow(
    pool(),
    factRow,
    sql`
    SELECT benchmark.project_id AS "projectId",
      (SELECT count(*)::int FROM item_version WHERE benchmark_id = benchmark.id) AS problems,
      (SELECT concat_ws('/', count(DISTINCT item.id), count(key.id), max(item.created_at), max(key.created_at))
       FROM item_version AS item LEFT JOIN item_key AS key ON key.item_version_id = item.id
       WHERE item.benchmark_id = benchmark.id) || coalesce('/' || benchmark.generation::text, '') AS said
    FROM benchmark WHERE benchmark.id = ${benchmarkId}`,
  );
  if (!row) return null;
  const { projectId, problems, said: dataState } = row;
  return {
    projectId,
    dataHash: fingerprint(dataState),
    answers: problems * costPerProblem,
    studyId: null,
    runId: null,
  };
}
