import type { DemoPart } from "@/lib/domain/demo-parts.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import { demoJobKinds, isDemoSeeded, listNewDemoParts } from "./demo-parts.ts";

/**
 * Loads the demo into a new installation; later starts retry parts that failed. The modules that create the demo are
 * imported only if needed, which saves a second at every later start.
 *
 * @returns the parts that are new to an installation with the demo of an earlier version
 */
export async function ensureDemo(): Promise<DemoPart[]> {
  if (await isDemoSeeded(pool())) {
    await pool().query(
      sql`UPDATE job SET state = 'waiting', attempts = 0, run_after = clock_timestamp(), finished_at = NULL
       WHERE state = 'dead' AND kind = ANY (${demoJobKinds})`,
    );
    return listNewDemoParts(installation);
  }
  const { seedDemo } = await import("./seed.ts");
  await seedDemo();
  return [];
}
