import type { SetGeneration } from "@/lib/domain/epistemic/artefacts/training-set.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * Stores the settings from which a benchmark's problems were generated, so that a disjoint set can be generated to
 * measure its artefacts.
 */
export async function storeGeneration(benchmarkId: string, generation: SetGeneration): Promise<void> {
  await pool().query(
    sql`UPDATE benchmark SET generation = ${JSON.stringify(generation)}::jsonb WHERE id = ${benchmarkId}`,
  );
}
