import { pool } from "../database/pool.ts";
import { sql } from "../database/sql.ts";

export interface JobView {
  id: string;
  kind: string;
  state: "waiting" | "running" | "done" | "dead";
  attempts: number;
  progress: Record<string, unknown>;
  result: unknown;
  /** What went wrong last; shown to the person who started the work. */
  lastError: string | null;
}

/** A job of a project that the caller may read, or null. */
export async function getJob(projectIds: readonly string[], id: string): Promise<JobView | null> {
  const { rows } = await pool().query(sql`
    SELECT id, kind, state::text, attempts, progress, result, last_error FROM job
    WHERE id = ${id} AND project_id = ANY(${projectIds}::uuid[])
  `);
  const row = rows[0];
  if (!row) return null;
  const { kind, state, attempts, progress, result } = row;
  return { id: row.id, kind, state, attempts, progress, result, lastError: row.last_error };
}
