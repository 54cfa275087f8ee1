import type { QueryConfig } from "pg";
import type { Schema } from "@/lib/domain/schema.ts";
import { withYields } from "../files/with-yields.ts";
import { type Connection, validateRow } from "./rows.ts";

let openedCount = 0;

/**
 * The rows of one statement, validated as in `manyRows` and fetched in chunks, so that only one chunk is in memory.
 * Needs an open transaction, whose snapshot it reads. Rows are fetched as the consumer requests them; every 8 ms the
 * function yields to other work.
 */
export async function* readCursor<Row>(
  client: Connection,
  row: Schema<Row>,
  { text, values = [] }: QueryConfig,
  rowsAtOnce = 1_000,
): AsyncGenerator<Row> {
  openedCount += 1;
  const name = `parallax_cursor_${openedCount}`;
  await client.query({ text: `DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values });
  for (;;) {
    const { rows } = await client.query(`FETCH FORWARD ${rowsAtOnce} FROM ${name}`);
    for await (const raw of withYields(rows as unknown[])) yield validateRow(row, raw, text);
    if (rows.length < rowsAtOnce) break;
  }
  await client.query(`CLOSE ${name}`);
}
