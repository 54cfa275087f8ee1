import * as z from "zod";
import { classifyDatabaseError } from "../server/platform/database/classify-error.ts";
import { closePool, pool } from "../server/platform/database/pool.ts";
import { oneRow } from "../server/platform/database/rows.ts";
import { AppError } from "../server/platform/errors/app-error.ts";
import { findDatabaseUrl } from "../supervisor/find-database.ts";
import { offerSecret } from "../supervisor/resolve-secret.ts";
import { readSettings } from "../supervisor/settings.ts";
import { StartError } from "../supervisor/start-error.ts";
import { InputError, UsageError } from "./io.ts";

/**
 * Runs a command on the database: the one of `DATABASE_URL`, else that of the Parallax which runs on this machine. What
 * is wrong with it is said in one sentence, and its connections are closed at the end.
 */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    process.env.DATABASE_URL = await findDatabaseUrl(process.env);
    await requireTables();
    await offerSecret(process.env.DATABASE_URL, readSettings(process.env).dataFolder);
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new InputError(error.message);
    if (error instanceof StartError) throw new UsageError(error.message);
    if (classifyDatabaseError(error) === "unavailable")
      throw new UsageError(`The database cannot be reached: ${(error as Error).message}`);
    throw error;
  } finally {
    await closePool();
  }
}

const isThereRow = z.strictObject({ is_there: z.boolean() });

async function requireTables(): Promise<void> {
  const row = await oneRow(pool(), isThereRow, "SELECT to_regclass('import_report') IS NOT NULL AS is_there");
  if (row.is_there) return;
  throw new UsageError("The database is empty; start Parallax once with it (npm start), which lays out its tables.");
}
