import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "./pool.ts";
import { readCursor } from "./read-cursor.ts";
import { infiniteDate, json, manyRows, maybeRow, oneRow, rowCountOf, text } from "./rows.ts";
import { sql } from "./sql.ts";
import { withSnapshot } from "./with-snapshot.ts";

withTestDatabase();

const numberRow = z.strictObject({ number: z.number() });

describe("the typed door", () => {
  it("answers rows of the types that their schema names", async () => {
    const row = z.strictObject({
      id: z.string(),
      many: z.string(),
      at: z.date(),
      until: infiniteDate(),
      document: json<{ a: number }>(),
      none: json().nullable(),
      kind: text<"a" | "b">(),
    });
    const id = randomUUID();
    const found = await oneRow(
      pool(),
      row,
      sql`SELECT ${id}::uuid AS id, 2::int8 AS many, now() AS at, 'infinity'::timestamptz AS until, '{"a": 1}'::jsonb AS document,
        NULL::jsonb AS none, 'a' AS kind`,
    );
    expect(found).toEqual({
      id,
      many: "2",
      at: expect.any(Date),
      until: Infinity,
      document: { a: 1 },
      none: null,
      kind: "a",
    });
  });

  it("answers every row, the first, none, and how many", async () => {
    const statement = "SELECT number FROM generate_series(1, 3) AS number";
    expect(await manyRows(pool(), numberRow, statement)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    expect(await maybeRow(pool(), numberRow, statement)).toEqual({ number: 1 });
    expect(await maybeRow(pool(), numberRow, sql`SELECT 1 AS number WHERE ${false}::boolean`)).toBeUndefined();
    expect(await rowCountOf(pool(), statement)).toBe(3);
    await expect(oneRow(pool(), numberRow, "SELECT 1 AS number WHERE false")).rejects.toThrow("(no row)");
  });

  it.each([
    ["a missing column", "SELECT 1 AS secret_number", /number: Invalid input: expected number, received undefined/],
    ["another type", "SELECT 'secret' AS number", /number: Invalid input: expected number, received string/],
    ["null where none may be", "SELECT NULL::int AS number", /number: Invalid input: expected number, received null/],
    ["a column that is not named", "SELECT 1 AS number, 'secret' AS more", /\(more: /],
  ])("refuses %s, naming the statement and the column and no value", async (_, statement, message) => {
    const failure = await manyRows(pool(), numberRow, statement).catch((error: Error) => error);
    expect(failure).toHaveProperty("message", expect.stringMatching(message));
    expect(failure).toHaveProperty("message", expect.stringContaining(`"${statement}"`));
    const [, what = ""] = String(failure).split("schema says");
    expect(what).not.toContain("'secret'");
  });

  it("refuses json and text that are not there", async () => {
    const row = z.strictObject({ document: json() });
    await expect(oneRow(pool(), row, "SELECT NULL::jsonb AS document")).rejects.toThrow("document");
    await expect(oneRow(pool(), z.strictObject({ kind: text() }), "SELECT 1 AS kind")).rejects.toThrow("kind");
  });

  it("checks the rows of a cursor as they come", async () => {
    const read = (statement: string) =>
      withSnapshot(async (client) => {
        const numbers: number[] = [];
        for await (const { number } of readCursor(client, numberRow, { text: statement }, 2)) numbers.push(number);
        return numbers;
      });
    expect(await read("SELECT number FROM generate_series(1, 5) AS number")).toEqual([1, 2, 3, 4, 5]);
    const wrong = "SELECT CASE WHEN number < 3 THEN number END AS number FROM generate_series(1, 5) AS number";
    await expect(read(wrong)).rejects.toThrow("number");
  });
});
