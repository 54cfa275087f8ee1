import type { PoolClient } from "pg";
import * as z from "zod";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { memberMayAnnotate, membersWithRoles } from "./collection-roles.ts";
import { releaseCopies } from "./release-copies.ts";

const collectionRow = z.strictObject({ id: z.string() });

/**
 * Calls `releaseCopiesOfFormerMember` for every collection of a project where a person may no longer annotate, after
 * their role in the project changed.
 */
export async function releaseCopiesInProject(client: PoolClient, projectId: string, userId: string): Promise<void> {
  const collections = await manyRows(
    client,
    collectionRow,
    sql`
    SELECT one.id FROM annotation_collection AS one
    WHERE one.project_id = ${projectId}::uuid AND NOT EXISTS (
      SELECT FROM ${membersWithRoles}
      WHERE collection.id = one.id AND membership.user_id = ${userId}::uuid AND ${memberMayAnnotate})
    ORDER BY one.id FOR NO KEY UPDATE
  `,
  );
  for (const { id } of collections) await releaseCopiesOfFormerMember(client, id, userId);
}

const heldCopyRow = z.strictObject({ id: z.string(), item_id: z.string(), state: z.string() });

/**
 * Releases the copies that a person parked, got back or was assigned in a collection where they may no longer annotate.
 * As when a lead pulls copies back, the text is kept and the person is notified. A copy that the person has open is
 * released when its lease ends.
 */
export async function releaseCopiesOfFormerMember(
  client: PoolClient,
  collectionId: string,
  userId: string,
): Promise<void> {
  const rows = await manyRows(
    client,
    heldCopyRow,
    sql`SELECT id, item_id, state::text FROM annotation_task
     WHERE collection_id = ${collectionId} AND (holder_id = ${userId} AND state IN ('parked', 'returned')
       OR state = 'open' AND offered_to = ${userId} AND offered_until = 'infinity')
     ORDER BY id FOR UPDATE`,
  );
  const items = rows.filter(({ state }) => state !== "open").map(({ item_id }) => item_id);
  await client.query(sql`SELECT FROM annotation_item WHERE id = ANY(${items}) ORDER BY id FOR UPDATE`);
  await releaseCopies(
    client,
    rows.map(({ id }) => id),
  );
  await client.query(
    sql`UPDATE annotation_item AS item SET status = CASE WHEN EXISTS (
       SELECT FROM annotation_task WHERE item_id = item.id
       AND state <> 'open') THEN 'in-work' ELSE 'open' END::annotation_item_status
     WHERE id = ANY(${items}) AND status IN ('in-work', 'returned')`,
  );
  await client.query(
    sql`INSERT INTO annotation_notice (id, user_id, collection_id, item_id, event, reason)
     SELECT gen_random_uuid(), ${userId}, ${collectionId}, item_id, 'pulled-back',
     'You do not annotate in this collection any more.'
     FROM unnest(${items}::uuid[]) AS item_id`,
  );
}
