import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";

/** Waits, by the database's own word, until so many of its clients wait for a lock. */
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
