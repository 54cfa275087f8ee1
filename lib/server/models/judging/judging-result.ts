import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { JudgeableRun, JudgementRow, JudgingFigures } from "@/lib/domain/models/judging/fold-judgements.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import type { ResultDefinition, ResultFacts } from "../../stored-results/result-definition.ts";
import { judgeable } from "./judgeable.ts";
import { parseStoredVerdict } from "./keep-judgement.ts";

/**
 * Judges' verdicts on the open-ended answers to a benchmark, and the agreement of judging models with people. The
 * subject is the benchmark's ID.
 */
export const judgingResult: ResultDefinition<JudgingFigures> = {
  kind: "judging",
  ruleVersion: 5,
  facts: readFacts,
  compute: (benchmarkId, folding) =>
    withSnapshot(async (client) =>
      foldRows("judgements", undefined, rowsInPieces(readRows(client, benchmarkId)), folding),
    ),
};

const factRow = z.strictObject({
  projectId: z.string(),
  runId: z.string().nullable(),
  answers: z.number(),
  said: z.string(),
});

/**
 * The facts come from counters: a judgement changes its answer, which counts as a change of the run (`keepJudgement`).
 * Names and keys are few and are read directly.
 */
async function readFacts(benchmarkId: string): Promise<ResultFacts | null> {
  if (!z.uuid().safeParse(benchmarkId).success) return null;
  const row = await maybeRow(
    pool(),
    factRow,
    sql`WITH counted AS (
       SELECT run.id, run.source, model.id AS model_id, model.name, sum(known.changes) AS changes,
       sum(known.answers) AS answers
       FROM run JOIN model ON model.id = run.model_id JOIN prediction_change AS known ON known.run_id = run.id
       WHERE run.benchmark_id = ${benchmarkId} GROUP BY run.id, model.id
     )
     SELECT benchmark.project_id AS "projectId", (SELECT min(id::text) FROM counted) AS "runId",
       (SELECT coalesce(sum(answers), 0)::float8 FROM counted) AS answers,
       concat_ws('|',
         (SELECT md5(string_agg(concat_ws('/', id, source, model_id, name, changes), ',' ORDER BY id)) FROM counted),
         (SELECT concat_ws('/', count(*), max(key.created_at)) FROM item_key AS key
          JOIN item_version AS item ON item.id = key.item_version_id WHERE item.benchmark_id = benchmark.id),
         (SELECT md5(string_agg(concat_ws('/', evaluation.id, endpoint.name), ',' ORDER BY evaluation.id))
         FROM evaluation
          JOIN model_endpoint AS endpoint ON endpoint.id = evaluation.endpoint_id
          WHERE evaluation.benchmark_id = benchmark.id AND evaluation.judges)) AS said
     FROM benchmark WHERE benchmark.id = ${benchmarkId}`,
  );
  if (!row) return null;
  const { projectId, runId, answers, said } = row;
  return { projectId, dataHash: createHash("sha256").update(said).digest("hex"), answers, studyId: null, runId };
}

const judgementRow = z.strictObject({
  prediction: z.string(),
  runId: z.string(),
  story: z.string(),
  isGroup: z.boolean(),
  person: z.string().nullable(),
  judge: z.string().nullable(),
  verdict: z.string().nullable(),
});

async function* readRows(client: PoolClient, benchmarkId: string): AsyncGenerator<JudgementRow> {
  for (const run of await listJudgeableRuns(benchmarkId, client)) yield { run };
  const judgements = readCursor(
    client,
    judgementRow,
    sql`SELECT prediction.id AS prediction, prediction.run_id AS "runId", coalesce(item.attributes->>'group', story.external_id, '') AS story,
       item.attributes->>'group' IS NOT NULL AS "isGroup",
       judgement.user_id AS person, endpoint.name AS judge, judgement.verdict
     FROM run JOIN prediction ON prediction.run_id = run.id
     JOIN item_version AS item ON item.id = prediction.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     JOIN judgement ON judgement.prediction_id = prediction.id
     LEFT JOIN evaluation ON evaluation.id = judgement.evaluation_id
     LEFT JOIN model_endpoint AS endpoint ON endpoint.id = evaluation.endpoint_id
     WHERE run.benchmark_id = ${benchmarkId} AND ${judgeable}
     ORDER BY item.ordinal, prediction.id, judgement.created_at, judgement.id`,
  );
  for await (const { verdict, ...row } of judgements) yield { ...row, verdict: parseStoredVerdict(verdict) };
}

const judgeableRunRow = z.strictObject({
  id: z.string(),
  modelId: z.string(),
  model: z.string(),
  source: z.string(),
  answers: z.number(),
}) satisfies z.ZodType<JudgeableRun>;

/**
 * The runs on a benchmark with open-ended answers that can be judged, and the number of these answers. Reads all of
 * them.
 */
export async function listJudgeableRuns(
  benchmarkId: string,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<JudgeableRun[]> {
  const rows = await manyRows(
    client,
    judgeableRunRow,
    sql`SELECT run.id, model.id AS "modelId", model.name AS model, run.source, count(*)::int AS answers
     FROM run JOIN model ON model.id = run.model_id JOIN prediction ON prediction.run_id = run.id
     JOIN item_version AS item ON item.id = prediction.item_version_id
     WHERE run.benchmark_id = ${benchmarkId} AND ${judgeable}
     GROUP BY run.id, model.id ORDER BY lower(model.name), run.source, run.id`,
  );
  return rows;
}
