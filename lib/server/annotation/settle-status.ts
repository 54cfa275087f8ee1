import type { PoolClient } from "pg";
import type { Verdict } from "@/lib/domain/annotation/requests.ts";
import { type CopyStanding, settleItem } from "@/lib/domain/annotation/settle-item.ts";
import type { ItemStatus } from "@/lib/domain/annotation/task.ts";

/**
 * Brings an item's status in line with its copies, after one of them changed. The item's row must be locked. An item that
 * everybody found sound and the draw left out is accepted as it was imported.
 */
export async function settleStatus(
  client: PoolClient,
  item: { id: string; auditDraw: number; reviewShareUntouched: number },
): Promise<ItemStatus> {
  const { rows } = await client.query(
    `SELECT task.id, task.state::text, verdict.verdict FROM annotation_task AS task
     LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
     WHERE task.item_id = $1 ORDER BY task.copy`,
    [item.id],
  );
  const copies = rows.map((row): CopyStanding => ({ state: row.state, verdict: row.verdict as Verdict | null }));
  const status = settleItem(copies, item.auditDraw < item.reviewShareUntouched);
  const isAccepted = status === "accepted";
  await client.query(
    `UPDATE annotation_item SET status = $2::annotation_item_status,
       accepted_task_id = $3, accepted_revision_id = NULL,
       accepted_at = CASE WHEN $4 THEN clock_timestamp() END
     WHERE id = $1 AND (status <> $2::annotation_item_status OR accepted_at IS NOT NULL <> $4)`,
    [item.id, status, isAccepted ? rows[0].id : null, isAccepted],
  );
  return status;
}
