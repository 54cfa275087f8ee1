import type { PoolClient } from "pg";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";

/**
 * Why an item was accepted. "untouched": everyone found it sound, and it was not drawn for review. "review" and
 * "re-solve": a review or the blind re-solve accepted it. "together": many items were accepted without individual
 * review.
 */
export type AcceptanceCause = "untouched" | "review" | "re-solve" | "together";

interface Acceptance {
  acceptedById: string | null;
  cause: AcceptanceCause;
  reason: string;
}

/**
 * Records the acceptance of an item: who, when and why. The item's row must be locked. An earlier acceptance is
 * revoked.
 */
export async function recordAcceptance(
  client: PoolClient,
  { itemId, ...acceptance }: Acceptance & { itemId: string },
): Promise<void> {
  await client.query(sql`
    WITH earlier AS (${revocationStep(fragment`${itemId}::uuid`)})
    ${acceptanceStep(fragment`annotation_item`, acceptance)} WHERE id = ${itemId}::uuid
  `);
}

/** Marks the acceptance of an item as revoked. Does nothing for an item without an acceptance. */
export async function revokeAcceptance(client: PoolClient, itemId: string): Promise<void> {
  await client.query(sql`${revocationStep(fragment`${itemId}::uuid`)}`);
}

/** The same as `revokeAcceptance` as a part of a statement; `item` is an ID or a query for one. */
export function revocationStep(item: SqlFragment): SqlFragment {
  return fragment`UPDATE annotation_acceptance SET revoked_at = clock_timestamp() WHERE item_id = ${item} AND revoked_at IS NULL`;
}

/**
 * A step of a statement: records the acceptance of the rows of `items` (id, accepted_task_id, accepted_revision_id),
 * which the statement defines.
 */
export function acceptanceStep(items: SqlFragment, { acceptedById, cause, reason }: Acceptance): SqlFragment {
  return fragment`INSERT INTO annotation_acceptance (id, item_id, task_id, revision_id, accepted_by_id, cause, reason)
    SELECT gen_random_uuid(), id, accepted_task_id, accepted_revision_id, ${acceptedById}::uuid, ${cause}, ${reason}
    FROM ${items}`;
}
