import type pg from "pg";
import * as z from "zod";
import { quoteIdentifier } from "../backup/copy-table.ts";
import { manyRows, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ArchivedTable } from "./archived-tables.ts";

/** The target of an import: the two schemas, and the project's new name in addresses. */
export interface ImportTarget {
  live: string;
  staged: string;
  slug: string;
}

/**
 * Gives slots and placements new numbers, because the numbers in the archive may already be used in this installation.
 */
export async function numberRows(client: pg.Client, live: string, staged: string): Promise<void> {
  for (const table of ["slot", "placement"]) {
    const sequence = `'${quoteIdentifier(live).replaceAll("'", "''")}.${table}_id_seq'`;
    await client.query(
      `CREATE TABLE ${staged}.${table}_number AS SELECT id AS old, nextval(${sequence}::regclass) AS new
       FROM (SELECT id FROM ${staged}.${table} ORDER BY id) AS archived;
       ALTER TABLE ${staged}.${table}_number ADD PRIMARY KEY (old); ANALYZE ${staged}.${table}_number`,
    );
  }
}

const columnRow = z.strictObject({ name: z.string(), enumeration: z.string().nullable() });

/**
 * Inserts the loaded rows of one table, and returns their number. The triggers of the table fire as for any other rows.
 */
export async function insertTable(
  client: pg.Client,
  importTarget: ImportTarget,
  table: ArchivedTable,
): Promise<number> {
  const columns = await manyRows(
    client,
    columnRow,
    sql`SELECT attname::text AS name, CASE WHEN typtype = 'e' THEN quote_ident(typname) END AS enumeration
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        WHERE attrelid = to_regclass(${`${quoteIdentifier(importTarget.live)}.${quoteIdentifier(table.name)}`})
          AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
  );
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const values = columns.map(({ name, enumeration }) => {
    const value = insertValueSql(table, name, importTarget.slug);
    // The type of the staged column belongs to the other schema.
    return enumeration === null ? value : `(${value})::text::${quoteIdentifier(importTarget.live)}.${enumeration}`;
  });
  return await rowCountOf(
    client,
    `INSERT INTO ${quoteIdentifier(importTarget.live)}.${quoteIdentifier(table.name)} (${names.join(", ")})
     SELECT ${values.join(", ")} FROM ${importTarget.staged}.${quoteIdentifier(table.name)} AS old`,
  );
}

function insertValueSql({ users, renewed }: ArchivedTable, column: string, slug: string): string {
  const value = renewed?.[column];
  if (value !== undefined) return value.replace("NEW_SLUG", `'${slug.replaceAll("'", "''")}'`);
  const old = `old.${quoteIdentifier(column)}`;
  // The IDs of users in a file are hashed, so that they never match the account of a person in this installation.
  return users?.includes(column) ? `md5(${old}::text)::uuid` : old;
}
