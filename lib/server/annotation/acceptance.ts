import type { PoolClient } from "pg";
import { fragment, type SqlFragment, sql } from "../platform/database/sql.ts";

/** How an item came to be accepted: found sound by everybody and not drawn, by a review, or by the blind re-solve. */
export type AcceptanceCause = "untouched" | "review" | "re-solve";

/** Records that an item was accepted: who, when and why. Its row is locked; whatever was accepted before is revoked. */
export async function recordAcceptance(
  client: PoolClient,
  acceptance: { itemId: string; acceptedById: string | null; cause: AcceptanceCause; reason: string },
): Promise<void> {
  await client.query(sql`
    WITH earlier AS (${revocation(acceptance.itemId)})
    INSERT INTO annotation_acceptance (id, item_id, task_id, revision_id, accepted_by_id, cause, reason)
    SELECT gen_random_uuid(), id, accepted_task_id, accepted_revision_id, ${acceptance.acceptedById}, ${acceptance.cause},
      ${acceptance.reason} FROM annotation_item WHERE id = ${acceptance.itemId}
  `);
}

/** Marks the acceptance of an item as taken back; nothing where there is none. */
export async function revokeAcceptance(client: PoolClient, itemId: string): Promise<void> {
  await client.query(sql`${revocation(itemId)}`);
}

function revocation(itemId: string): SqlFragment {
  return fragment`UPDATE annotation_acceptance SET revoked_at = clock_timestamp() WHERE item_id = ${itemId}::uuid AND revoked_at IS NULL`;
}
