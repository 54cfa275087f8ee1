import type { QueryConfig, QueryResult } from "pg";
import * as z from "zod";
import type { Schema } from "@/lib/domain/schema.ts";

/** Anything that can run plain SQL: a pool, or the connection of a transaction. */
export interface Connection {
  query(statement: string | QueryConfig, values?: unknown[]): Promise<QueryResult>;
}

/**
 * The rows of a statement, each validated against its schema. Throws a `RowError` for a column that is missing, of
 * another type, unexpectedly null, or not named in the schema. This module is the only one that reads raw rows, so that
 * every row type is checked.
 *
 * The driver's types: `int8` and `numeric` are strings, `timestamptz` is a `Date`, `json` is the parsed value.
 */
export async function manyRows<Row>(
  connection: Connection,
  row: Schema<Row>,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query(statement, values);
  return rows.map((raw) => validateRow(row, raw, statement));
}

/** The first row of a statement, or undefined if it returns none. */
export async function maybeRow<Row>(
  connection: Connection,
  row: Schema<Row>,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<Row | undefined> {
  const { rows } = await connection.query(statement, values);
  return rows.length === 0 ? undefined : validateRow(row, rows[0], statement);
}

/**
 * The first row of a statement that always returns one, such as an aggregate or `RETURNING`; throws a `RowError` if
 * there is none.
 */
export async function oneRow<Row>(
  connection: Connection,
  row: Schema<Row>,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<Row> {
  const firstRow = await maybeRow(connection, row, statement, values);
  if (firstRow === undefined) throw new RowError(statement, "no row");
  return firstRow;
}

/** The number of rows that a statement changed or found. */
export async function rowCountOf(
  connection: Connection,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<number> {
  const { rowCount } = await connection.query(statement, values);
  return rowCount ?? 0;
}

/** A raw row, parsed by its schema. */
export function validateRow<Row>(row: Schema<Row>, raw: unknown, statement: string | QueryConfig): Row {
  const parsed = row.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const columns = issue?.code === "unrecognized_keys" ? issue.keys : [(issue?.path ?? []).join(".")];
  throw new RowError(statement, `${columns.join(", ")}: ${issue?.message ?? "invalid"}`);
}

/**
 * A `json` column whose content was checked when it was stored: not null, with the type of the stored value. For
 * external content use `json()`, whose type is unknown, so that its reader must parse it.
 */
export function json<Stored = unknown>(): z.ZodType<Stored> {
  return z.custom<Stored>((value) => value !== null && value !== undefined);
}

/**
 * A text column that contains only members of a union of the domain, which a constraint or the code that stores the
 * value ensures.
 */
export function text<Member extends string>(): z.ZodType<Member> {
  return z.custom<Member>((value) => typeof value === "string");
}

/** A time that may be `infinity` (never) or `-infinity` (always), which the driver returns as numbers. */
export function infiniteDate(): z.ZodType<Date | number> {
  return z.custom<Date | number>((value) => value instanceof Date || value === Infinity || value === -Infinity);
}

/** The result of a statement does not match its schema, which is a bug. The message names columns, never a value. */
export class RowError extends Error {
  constructor(statement: string | QueryConfig, what: string) {
    const statementText = (typeof statement === "string" ? statement : statement.text).replace(/\s+/g, " ").trim();
    super(`The rows of "${statementText.slice(0, 80)}" do not match their schema (${what}).`);
  }
}
