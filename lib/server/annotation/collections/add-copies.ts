import type { PoolClient } from "pg";
import { sql } from "../../platform/database/sql.ts";

/**
 * Adds the missing copies of a collection's items. The first copies of all items come before the second copies. But
 * every tenth item gets its other copies soon after its first one, so that agreement is known on the first day. Items
 * that have passed review get no further copies.
 */
export async function addCopies(client: PoolClient, collectionId: string, overlap: number): Promise<void> {
  // The number of items is the distance between two rounds of copies; ordinals only have to increase.
  await client.query(
    sql`INSERT INTO annotation_task (id, item_id, collection_id, copy, ordinal)
     SELECT gen_random_uuid(), item.id, item.collection_id, copy,
       item.ordinal + (copy - 1) * CASE WHEN item.ordinal % 10 = 1 THEN 10 ELSE 1000000 END
     FROM annotation_item AS item CROSS JOIN generate_series(1, ${overlap}::int) AS copy
     WHERE item.collection_id = ${collectionId} AND item.status IN ('open', 'in-work', 'returned', 'submitted')
     ORDER BY copy, item.ordinal
     ON CONFLICT (item_id, copy) DO NOTHING`,
  );
  await client.query(
    sql`UPDATE annotation_item SET status = 'in-work' WHERE collection_id = ${collectionId} AND status = 'submitted'
       AND EXISTS (SELECT FROM annotation_task WHERE item_id = annotation_item.id AND state = 'open')`,
  );
}
