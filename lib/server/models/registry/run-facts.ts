import { createHash } from "node:crypto";
import * as z from "zod";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { ResultFacts } from "../../stored-results/result-definition.ts";

const runFactRow = z.strictObject({ id: z.string(), projectId: z.string(), answers: z.number(), said: z.string() });
type RunFactRow = z.infer<typeof runFactRow>;

/**
 * The facts on which a result of runs depends, from counters: the changes of the runs, their names, the keys of their
 * benchmarks, and the parser version, which determines which texts were parsed by an older version. Null unless all
 * runs exist.
 *
 * @param runIds the result is deleted with the first of these runs
 */
export async function readRunFacts(runIds: readonly string[]): Promise<ResultFacts | null> {
  const rows = await readRows(runIds);
  return rows.length > 0 && rows.length === runIds.length ? combineFacts(rows, runIds[0] ?? "") : null;
}

/** The facts of individual runs by their IDs. */
export async function readFactsByRun(runIds: readonly string[]): Promise<Map<string, ResultFacts>> {
  return new Map((await readRows(runIds)).map((row) => [row.id, combineFacts([row], row.id)]));
}

async function readRows(runIds: readonly string[]): Promise<RunFactRow[]> {
  if (!z.array(z.uuid()).safeParse(runIds).success) return [];
  return manyRows(
    pool(),
    runFactRow,
    sql`
    SELECT run.id, model.project_id AS "projectId",
      (SELECT coalesce(sum(answers), 0)::float8 FROM prediction_change WHERE run_id = run.id) AS answers,
      concat_ws('/', run.id, model.name, run.source,
        (SELECT sum(changes) FROM prediction_change WHERE run_id = run.id),
        (SELECT concat_ws(',', count(*), max(key.created_at)) FROM item_key AS key
         JOIN item_version AS item ON item.id = key.item_version_id WHERE item.benchmark_id = run.benchmark_id)) AS said
    FROM run JOIN model ON model.id = run.model_id WHERE run.id = ANY(${runIds}::uuid[]) ORDER BY run.id`,
  );
}

function combineFacts(rows: readonly RunFactRow[], runId: string): ResultFacts {
  const dataState = [parserVersion, ...rows.map((row) => row.said)].join("\n");
  return {
    projectId: rows[0]!.projectId,
    dataHash: createHash("sha256").update(dataState).digest("hex"),
    answers: rows.reduce((sum, { answers }) => sum + answers, 0),
    studyId: null,
    runId,
  };
}
