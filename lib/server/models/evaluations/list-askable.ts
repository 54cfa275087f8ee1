import * as z from "zod";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/** Items of one kind in one benchmark. */
const askableRow = z.strictObject({
  benchmarkId: z.string(),
  benchmark: z.string(),
  kind: z.string(),
  items: z.number(),
  /** Whether some of the items ask about a fact without an expression of belief. */
  asksForFacts: z.boolean(),
});

export type AskableItems = z.infer<typeof askableRow>;

/** The items that models can be asked in a project: active benchmarks by the kinds of their items. */
export async function listAskable(actor: Actor, projectId: string): Promise<AskableItems[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    askableRow,
    sql`SELECT benchmark.id AS "benchmarkId", benchmark.name AS benchmark, item.kind,
       count(DISTINCT item.external_id)::int AS items,
       bool_or(item.attributes ->> 'role' IS NOT DISTINCT FROM 'prior') AS "asksForFacts"
     FROM benchmark JOIN item_version AS item ON item.benchmark_id = benchmark.id
     WHERE benchmark.project_id = ${projectId} AND benchmark.archived_at IS NULL
     GROUP BY benchmark.id, item.kind ORDER BY lower(benchmark.name), item.kind`,
  );
  return rows;
}
