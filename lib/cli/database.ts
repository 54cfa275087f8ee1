import { classifyDatabaseError } from "../server/platform/database/classify-error.ts";
import { hasTables, withConnections } from "../server/platform/database/with-connections.ts";
import { AppError } from "../server/platform/errors/app-error.ts";
import { findDatabaseUrl } from "../supervisor/find-database.ts";
import { loadCommandSecret } from "../supervisor/resolve-secret.ts";
import { readSettings, setVariables } from "../supervisor/settings.ts";
import { StartError } from "../supervisor/start-error.ts";
import { InputError, UsageError } from "./io.ts";

/**
 * Runs a command with a database connection: to `DATABASE_URL`, otherwise to the Parallax that runs on this machine.
 * Reports a connection problem in one sentence, and closes the connections at the end.
 */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    const url = await findDatabaseUrl();
    setVariables({ DATABASE_URL: url });
    return await withConnections(async () => {
      await requireTables();
      await loadCommandSecret(url, readSettings().dataFolder);
      return work();
    });
  } catch (error) {
    if (error instanceof AppError) throw new InputError(error.message);
    if (error instanceof StartError) throw new UsageError(error.message);
    const kind = classifyDatabaseError(error);
    if (kind === "unavailable") throw new UsageError(`The database cannot be reached: ${(error as Error).message}`);
    if (kind === "timeout") throw new InputError(busyMessage);
    throw error;
  }
}

/** A lock of another import is held until its transaction ends, which can take minutes for a large file. */
const busyMessage =
  "The database did not answer in time, for example because another import into the project is running. Nothing was stored; try again when it has finished.";

async function requireTables(): Promise<void> {
  if (await hasTables()) return;
  throw new UsageError("The database is empty; start Parallax once with it (npm start) to create the tables.");
}
