import type { PoolClient } from "pg";

/**
 * Plans the statements of this transaction for tables of which all rows are read. A table that has just been filled has no
 * statistics yet, and by them a join looks cheap that compares every row with every other.
 */
export async function expectAllRows(client: PoolClient): Promise<void> {
  await client.query("SET LOCAL cursor_tuple_fraction = 1");
  await client.query("SET LOCAL enable_nestloop = off");
}
