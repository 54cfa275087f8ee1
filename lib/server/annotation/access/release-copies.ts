import type { PoolClient } from "pg";
import { sql } from "../../platform/database/sql.ts";

/** Returns copies to the queue. The text of the former holders is kept, but is not shown to the next annotator. */
export async function releaseCopies(client: PoolClient, taskIds: readonly string[]): Promise<void> {
  await client.query(sql`
    UPDATE annotation_task SET state = 'open', holder_id = NULL, available_at = '-infinity', reason = NULL,
      offered_to = NULL, offered_until = NULL, head_id = starting_revision(id, NULL),
      changed_at = CASE WHEN state = 'open' THEN changed_at ELSE clock_timestamp() END
    WHERE id = ANY(${taskIds}::uuid[])
  `);
}
