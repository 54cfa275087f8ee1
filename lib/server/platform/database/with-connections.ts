import * as z from "zod";
import { closePool, pool } from "./pool.ts";
import { oneRow } from "./rows.ts";

/** Runs a command's work with the database of `DATABASE_URL` and always closes its connections. */
export async function withConnections<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await closePool();
  }
}

/** Whether the database contains Parallax's tables. */
export async function hasTables(): Promise<boolean> {
  const row = z.strictObject({ is_there: z.boolean() });
  return (await oneRow(pool(), row, "SELECT to_regclass('import_report') IS NOT NULL AS is_there")).is_there;
}
