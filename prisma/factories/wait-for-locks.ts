import { pool } from "../../lib/server/platform/database/pool.ts";

/** Waits, by the database's own word, until so many of its clients wait for a lock. */
export async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows[0].n >= count) return;
  }
}
