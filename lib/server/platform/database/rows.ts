import type { QueryConfig, QueryResult } from "pg";
import * as z from "zod";
import type { Schema } from "@/lib/domain/schema.ts";

/** What can run plain SQL: a pool, or the connection of a transaction. */
export interface Connection {
  query(statement: string | QueryConfig, values?: unknown[]): Promise<QueryResult>;
}

/**
 * The rows of a statement, each checked against its schema: a column that is missing, of another type, null where it
 * may not be, or not named in the schema throws a `RowError`. This module is the only one that reads raw rows, so that
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
  return rows.map((raw) => checkedRow(row, raw, statement));
}

/** The first row that a statement answers, or undefined where it answers none. */
export async function maybeRow<Row>(
  connection: Connection,
  row: Schema<Row>,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<Row | undefined> {
  const { rows } = await connection.query(statement, values);
  return rows.length === 0 ? undefined : checkedRow(row, rows[0], statement);
}

/** The first row of a statement that always answers one, as an aggregate or `RETURNING` does; none is a `RowError`. */
export async function oneRow<Row>(
  connection: Connection,
  row: Schema<Row>,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<Row> {
  const found = await maybeRow(connection, row, statement, values);
  if (found === undefined) throw new RowError(statement, "no row");
  return found;
}

/** How many rows a statement changed or found. */
export async function rowCountOf(
  connection: Connection,
  statement: string | QueryConfig,
  values?: unknown[],
): Promise<number> {
  const { rowCount } = await connection.query(statement, values);
  return rowCount ?? 0;
}

/** A raw row as its schema has it. */
export function checkedRow<Row>(row: Schema<Row>, raw: unknown, statement: string | QueryConfig): Row {
  const checked = row.safeParse(raw);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const columns = issue?.code === "unrecognized_keys" ? issue.keys : [(issue?.path ?? []).join(".")];
  throw new RowError(statement, `${columns.join(", ")}: ${issue?.message ?? "invalid"}`);
}

/**
 * A `json` column whose content the code that stores it has checked: it is there, and is typed as what was stored. What
 * came from outside is `json()`, an unknown, which its reader parses.
 */
export function json<Stored = unknown>(): z.ZodType<Stored> {
  return z.custom<Stored>((value) => value !== null && value !== undefined);
}

/** A text column in which a constraint or the code that stores it admits the members of a union of the domain only. */
export function text<Member extends string>(): z.ZodType<Member> {
  return z.custom<Member>((value) => typeof value === "string");
}

/** A time that may be `infinity`, for never, or `-infinity`, for always: the driver has those two as numbers. */
export function endlessDate(): z.ZodType<Date | number> {
  return z.custom<Date | number>((value) => value instanceof Date || value === Infinity || value === -Infinity);
}

/** What a statement answered is not what its schema says: a mistake in the code. Names columns, never a value. */
export class RowError extends Error {
  constructor(statement: string | QueryConfig, what: string) {
    const words = (typeof statement === "string" ? statement : statement.text).replace(/\s+/g, " ").trim();
    super(`The rows of "${words.slice(0, 80)}" are not what their schema says (${what}).`);
  }
}
