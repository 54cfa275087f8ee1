import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";

/** Waits until this number of database clients wait for a lock, as PostgreSQL reports it. */
export async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { n } = await oneRow(
      pool(),
      z.strictObject({ n: z.number() }),
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (n >= count) return;
  }
}
