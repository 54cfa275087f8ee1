import { createHash } from "node:crypto";
import * as z from "zod";
import { readerVersion } from "@/lib/domain/models/read-output/reading.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import type { ResultFacts } from "../../stored-results/stored-result.ts";

const runFactRow = z.strictObject({ id: z.string(), projectId: z.string(), answers: z.number(), said: z.string() });

/**
 * What a result of runs is computed from, as counters tell: their changes, their names, the keys of their benchmarks, and
 * the reader that says which texts were read by an older one. Null unless all of them are there.
 *
 * @param runIds the first is that with which the result goes
 */
export async function runFacts(runIds: readonly string[]): Promise<ResultFacts | null> {
  if (!z.array(z.uuid()).safeParse(runIds).success) return null;
  const rows = await manyRows(
    pool(),
    runFactRow,
    `SELECT run.id, model.project_id AS "projectId",
       (SELECT coalesce(sum(answers), 0)::float8 FROM prediction_change WHERE run_id = run.id) AS answers,
       concat_ws('/', run.id, model.name, run.source,
         (SELECT sum(changes) FROM prediction_change WHERE run_id = run.id),
         (SELECT concat_ws(',', count(*), max(key.created_at)) FROM item_key AS key
          JOIN item_version AS item ON item.id = key.item_version_id WHERE item.benchmark_id = run.benchmark_id)) AS said
     FROM run JOIN model ON model.id = run.model_id WHERE run.id = ANY($1::uuid[]) ORDER BY run.id`,
    [runIds],
  );
  const [first = ""] = runIds;
  if (rows.length === 0 || rows.length !== runIds.length) return null;
  const said = [readerVersion, ...rows.map((row) => row.said)].join("\n");
  return {
    projectId: rows[0]!.projectId,
    dataHash: createHash("sha256").update(said).digest("hex"),
    answers: rows.reduce((sum, { answers }) => sum + answers, 0),
    studyId: null,
    runId: first,
  };
}
