import * as z from "zod";
import type { ConstructionBatch } from "@/lib/domain/annotation/collection-rows.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getCollection } from "../collections/list-collections.ts";

const constructionRow = z.strictObject({
  batch: z.string(),
  started: z.date(),
  ended: z.date().nullable(),
  made: z.number(),
  failed: z.number(),
  under_way: z.number(),
  to_come: z.number(),
  budget: z.number().nullable(),
  calls: z.number().nullable(),
  failed_calls: z.number().nullable(),
  cost: z.number().nullable(),
  is_unpriced: z.boolean().nullable(),
  tokens: z.number().nullable(),
  models: z.array(z.string()).nullable(),
  failures: json<ConstructionBatch["failures"]>().nullable(),
});

/** The batches of generated items of a collection, newest first. Only for users who manage the collection. */
export async function listConstructions(actor: Actor, collectionId: string): Promise<ConstructionBatch[]> {
  const { can, projectId } = await getCollection(actor, collectionId);
  if (!can.manage) throw notFoundError();
  const rows = await manyRows(
    pool(),
    constructionRow,
    sql`
    WITH unit AS (
      SELECT job.*, payload->>'batchId' AS batch FROM job
      WHERE project_id = ${projectId} AND kind = 'construct-item' AND payload->>'collectionId' = ${collectionId}
    ), spent AS (
      SELECT unit.batch, count(*)::int AS calls, count(*) FILTER (WHERE call.outcome <> 'ok')::int AS failed,
        sum(call.cost_usd)::float8 AS cost, bool_or(call.outcome = 'ok' AND call.cost_usd IS NULL) AS is_unpriced,
        coalesce(sum(call.prompt_tokens), 0)::int + coalesce(sum(call.completion_tokens), 0)::int AS tokens,
        array_agg(DISTINCT call.model) AS models
      FROM unit JOIN construct_call AS call ON call.job_id = unit.id GROUP BY unit.batch
    )
    SELECT unit.batch, min(unit.created_at) AS started, max(unit.finished_at) AS ended,
      count(*) FILTER (WHERE state = 'done')::int AS made, count(*) FILTER (WHERE state = 'dead')::int AS failed,
      count(*) FILTER (WHERE state IN ('waiting', 'running'))::int AS under_way,
      coalesce(sum(jsonb_array_length(payload->'followUps')) FILTER (WHERE state IN ('waiting', 'running')), 0)::int AS to_come,
      max((payload->>'budgetUsd')::float8) AS budget, spent.calls, spent.failed AS failed_calls, spent.cost,
      spent.is_unpriced, spent.tokens, spent.models,
      (json_agg(json_build_object('step', payload->>'step', 'message', last_error, 'output', progress->>'output',
         'from', coalesce(item.external_id, left(payload->'source'->>'text', 60))) ORDER BY unit.created_at)
         FILTER (WHERE state = 'dead')) AS failures
    FROM unit LEFT JOIN spent ON spent.batch = unit.batch
    LEFT JOIN annotation_item AS item ON item.id = (payload->'source'->>'itemId')::uuid
    GROUP BY unit.batch, spent.calls, spent.failed, spent.cost, spent.is_unpriced, spent.tokens, spent.models
    ORDER BY started DESC LIMIT 10
  `,
  );
  return rows.map((row) => ({
    batchId: row.batch,
    startedAt: row.started,
    endedAt: row.under_way > 0 ? null : row.ended,
    planned: row.made + row.failed + row.under_way + row.to_come,
    made: row.made,
    failed: row.failed,
    left: row.under_way + row.to_come,
    calls: row.calls ?? 0,
    failedCalls: row.failed_calls ?? 0,
    costUsd: row.is_unpriced ? null : row.cost,
    tokens: row.tokens ?? 0,
    budgetUsd: row.budget,
    models: row.models ?? [],
    failures: (row.failures ?? []).slice(0, 50),
  }));
}
