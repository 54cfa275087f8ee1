import * as z from "zod";
import type { BeliefBenchmarkLine } from "@/lib/domain/beliefs/belief-rows.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const beliefBenchmarkRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  is_demo: z.boolean(),
  facts: z.number().nullable(),
  expressions: z.number(),
  models: z.number(),
  people: z.number(),
});

/**
 * The benchmarks of a project that contain facts with a false object, or yes/no items about such facts, newest first.
 */
export async function listBeliefBenchmarks(actor: Actor, projectId: string): Promise<BeliefBenchmarkLine[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    beliefBenchmarkRow,
    sql`SELECT benchmark.id, benchmark.name, benchmark.description, benchmark.is_demo,
       (source.import_summary ->> 'tuples')::int AS facts, counted.expressions,
       (SELECT count(DISTINCT model_id)::int FROM run WHERE run.benchmark_id = benchmark.id) AS models,
       (SELECT count(*)::int FROM study JOIN slot ON slot.study_id = study.id
         WHERE study.benchmark_id = benchmark.id AND study.rehearsal_of_id IS NULL AND slot.is_done) AS people
     FROM benchmark
     LEFT JOIN belief_source AS source ON source.benchmark_id = benchmark.id
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT item.story_version_id)::int AS expressions FROM item_version AS item
       WHERE item.benchmark_id = benchmark.id AND item.kind = ${yesNo.name} AND item.attributes ->> 'role' = 'expression'
     ) AS counted
     WHERE benchmark.project_id = ${projectId} AND (source.benchmark_id IS NOT NULL OR counted.expressions > 0)
     ORDER BY benchmark.created_at DESC, benchmark.name`,
  );
  return rows.map(({ is_demo: isDemo, ...row }) => ({ ...row, isDemo }));
}
