import pg from "pg";
import { readAccess } from "./data-folder.ts";
import { databaseName } from "./embedded-database.ts";
import { buildConnectionString } from "./postgres-server.ts";
import { readSettings, type Variables } from "./settings.ts";
import { StartError } from "./start-error.ts";

/**
 * Finds the database of a command: `DATABASE_URL`, otherwise that of the Parallax that runs on this machine. Throws a
 * `StartError` that suggests a remedy if neither exists.
 */
export async function findDatabaseUrl(environment?: Variables): Promise<string> {
  const { databaseUrl, dataFolder } = readSettings(environment);
  if (databaseUrl) return databaseUrl;
  const access = await readAccess(dataFolder);
  const connectionString = access && buildConnectionString(access, databaseName);
  if (connectionString && (await isReachable(connectionString))) return connectionString;
  throw new StartError(
    `There is no running Parallax with the data directory ${dataFolder}; start it with "npm start" in another terminal, or set DATABASE_URL.`,
  );
}

async function isReachable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
