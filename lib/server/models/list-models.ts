import type { ModelLine } from "@/lib/domain/models/model-line.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";

/** The models of a project by name, each with its evaluations. */
export async function listModels(actor: Actor, projectId: string): Promise<ModelLine[]> {
  requireRight(actor, "research.read", projectId);
  const { rows } = await pool().query(
    `SELECT model.id AS model_id, model.name, model.is_demo, run.id, run.source, run.created_at, benchmark.id AS benchmark_id,
       benchmark.name AS benchmark, counted.*
     FROM model
     JOIN run ON run.model_id = model.id
     JOIN benchmark ON benchmark.id = run.benchmark_id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS answers, count(*) FILTER (WHERE answer IS NULL)::int AS without_answer,
         count(DISTINCT item_version_id)::int AS items,
         coalesce((array_agg(DISTINCT condition_key))[1:50], '{}') AS conditions,
         count(*) FILTER (WHERE parity = 'verified')::int AS verified,
         count(*) FILTER (WHERE parity = 'mismatch')::int AS mismatch,
         count(*) FILTER (WHERE parity = 'unverified')::int AS unverified
       FROM prediction WHERE run_id = run.id
     ) AS counted
     WHERE model.project_id = $1 ORDER BY model.name, benchmark.name, run.source, run.id`,
    [projectId],
  );
  const models = new Map<string, ModelLine>();
  for (const row of rows) {
    const model: ModelLine = models.get(row.model_id) ?? {
      id: row.model_id,
      name: row.name,
      isDemo: row.is_demo,
      runs: [],
    };
    model.runs.push({
      id: row.id,
      benchmarkId: row.benchmark_id,
      benchmark: row.benchmark,
      source: row.source,
      at: row.created_at,
      answers: row.answers,
      withoutAnswer: row.without_answer,
      items: row.items,
      conditions: row.conditions,
      parity: { verified: row.verified, mismatch: row.mismatch, unverified: row.unverified },
    });
    models.set(row.model_id, model);
  }
  return [...models.values()];
}
