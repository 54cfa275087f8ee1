import * as z from "zod";
import { setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { trueFalse } from "@/lib/domain/items/kinds/true-false/true-false.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/** A benchmark with MindGames problems. */
export interface ProblemSetEntry {
  id: string;
  name: string;
  isDemo: boolean;
  isArchived: boolean;
  problems: number;
  /** Numbers of problems by setup. */
  bySetup: Record<string, number>;
  studies: { id: string; name: string; status: "draft" | "open" | "paused" | "closed" }[];
}

const problemSetRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  is_demo: z.boolean(),
  is_archived: z.boolean(),
  problems: z.number(),
  by_setup: json<ProblemSetEntry["bySetup"]>(),
  studies: json<ProblemSetEntry["studies"]>(),
});

/** The benchmarks of a project with MindGames problems, and the studies that ask them; newest first. */
export async function listProblemSets(actor: Actor, projectId: string): Promise<ProblemSetEntry[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    problemSetRow,
    sql`
    SELECT benchmark.id, benchmark.name, benchmark.is_demo, benchmark.archived_at IS NOT NULL AS is_archived, counted.problems, counted.by_setup,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', study.id, 'name', study.name, 'status', study.status)
          ORDER BY study.created_at DESC)
        FROM study WHERE study.benchmark_id = benchmark.id AND study.rehearsal_of_id IS NULL
      ), '[]') AS studies
    FROM benchmark
    JOIN LATERAL (
      SELECT sum(n)::int AS problems, jsonb_object_agg(setup, n) AS by_setup FROM (
        SELECT attributes ->> 'setup' AS setup, count(DISTINCT external_id)::int AS n FROM item_version
        WHERE benchmark_id = benchmark.id AND kind = ${trueFalse.name} AND attributes ->> 'setup' = ANY (${[...setups]})
        GROUP BY 1
      ) AS each_setup
    ) AS counted ON counted.problems > 0
    WHERE benchmark.project_id = ${projectId}
    ORDER BY benchmark.created_at DESC, benchmark.id
  `,
  );
  return rows.map(({ id, name, is_demo, is_archived, problems, by_setup, studies }) => ({
    id,
    name,
    isDemo: is_demo,
    isArchived: is_archived,
    problems,
    bySetup: by_setup,
    studies,
  }));
}
