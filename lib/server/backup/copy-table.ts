import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import * as z from "zod";
import { manyRows } from "../platform/database/rows.ts";
import { earlierSecretKey } from "../platform/settings/installation-secret.ts";

export interface TableShape {
  name: string;
  /** The columns in the table's order, without generated columns. */
  columns: string[];
  /** Columns of the primary key; all columns of a table without a primary key. */
  order: string[];
  /** The SQL that is read instead of the table: a query in parentheses with the same columns. */
  source?: string;
}

const tableRow = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()).nullable(),
});

/** Every table of the current schema, by name, without the migration record. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const rows = await manyRows(
    client,
    tableRow,
    `SELECT c.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
             FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
             WHERE i.indrelid = c.oid AND i.indisprimary) AS key
     FROM pg_class c
     WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> '_prisma_migrations'
     ORDER BY c.relname COLLATE "C"`,
  );
  return rows.map(({ name, columns, key }) => ({ name, columns, order: key ?? columns }));
}

/** Makes the text format of COPY independent of server and account settings, for the current transaction. */
export async function fixTextFormat(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'postgres';
     SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0;
     SET LOCAL lock_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = 0`,
  );
}

/** Rows and hash so far. */
export interface Tally {
  rows: number;
  sha256: string;
}

/** A stream that counts lines and hashes bytes. In COPY's text format every line end is the end of a row. */
export function tallyStream(): { stream: Transform; tally: () => Tally } {
  const hash = createHash("sha256");
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, tally: () => ({ rows, sha256: hash.digest("hex") }) };
}

/** The rows of a table in COPY format, in the order of its key, so that equal rows give equal bytes. */
export function readTable(client: pg.ClientBase, { name, columns, order, source }: TableShape) {
  const list = (names: string[]) => names.map(quoteIdentifier).join(", ");
  // An earlier version kept the installation secret in the database; it must not be in a backup.
  const where = name === "setting" ? `WHERE key <> '${earlierSecretKey}'` : "";
  const from = `${source ?? quoteIdentifier(name)} AS read_rows`;
  return client.query(copyTo(`COPY (SELECT ${list(columns)} FROM ${from} ${where} ORDER BY ${list(order)}) TO STDOUT`));
}

/** A name quoted for SQL. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
