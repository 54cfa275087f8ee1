import type { PoolClient, QueryResultRow } from "pg";

let opened = 0;

/**
 * The rows of one statement, fetched in pieces, so that a result of any size runs in the memory of one piece. Needs an
 * open transaction, whose snapshot it reads; the reader sets the pace.
 */
export async function* readCursor<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: readonly unknown[] = [],
  rowsAtOnce = 1_000,
): AsyncGenerator<Row> {
  opened += 1;
  const name = `parallax_cursor_${opened}`;
  await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, [...values]);
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH FORWARD ${rowsAtOnce} FROM ${name}`);
    yield* rows;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query(`CLOSE ${name}`);
}
