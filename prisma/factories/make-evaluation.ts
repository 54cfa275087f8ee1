import type { PoolClient } from "pg";
import * as z from "zod";
import { newEndpointSettings } from "../../lib/domain/models/evaluation/endpoint-settings.ts";
import { maybeRow, oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { withTx } from "../../lib/server/platform/database/with-transaction.ts";

const madeRow = z.strictObject({ endpoint: z.string(), evaluation: z.string() });

type Made = z.infer<typeof madeRow>;

/**
 * An unreachable endpoint of a project, and a paused evaluation of its first benchmark; created once per project, also
 * for concurrent calls.
 */
export async function makeEvaluation(projectId: string): Promise<Made> {
  return withTx(async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('make-evaluation/' || ${projectId}, 0))`);
    return knownOrMade(client, projectId);
  });
}

async function knownOrMade(client: PoolClient, projectId: string): Promise<Made> {
  const known = await maybeRow(
    client,
    madeRow,
    sql`SELECT endpoint_id AS endpoint, id AS evaluation FROM evaluation WHERE project_id = ${projectId} LIMIT 1`,
  );
  if (known) return known;
  const settings = { ...newEndpointSettings, url: "https://example.org/v1", model: "nobody" };
  const plan = {
    kind: "true-false",
    conditions: [{ prompt: "human" }],
    answer: "text",
    shots: 0,
    seed: "1",
    repeats: 1,
    sample: null,
    priorFirst: false,
  };
  return oneRow(
    client,
    madeRow,
    sql`WITH endpoint AS (
       INSERT INTO model_endpoint (id, project_id, name, settings)
       VALUES (gen_random_uuid(), ${projectId}, 'Nobody', ${JSON.stringify(settings)}) RETURNING id
     ), model AS (
       INSERT INTO model (id, project_id, name) VALUES (gen_random_uuid(), ${projectId}, 'Nobody') RETURNING id
     ), run AS (
       INSERT INTO run (id, model_id, benchmark_id, source)
       SELECT gen_random_uuid(), model.id, benchmark.id, 'asked'
       FROM model, (SELECT id FROM benchmark WHERE project_id = ${projectId} ORDER BY created_at, id LIMIT 1) AS benchmark
       RETURNING id, benchmark_id
     )
     INSERT INTO evaluation (id, project_id, benchmark_id, endpoint_id, run_id, plan, settings, state, total)
     SELECT gen_random_uuid(), ${projectId}, run.benchmark_id, endpoint.id, run.id, ${JSON.stringify(plan)},
       ${JSON.stringify(settings)}, 'paused', 1 FROM run, endpoint
     RETURNING endpoint_id AS endpoint, id AS evaluation`,
  );
}
