import pg from "pg";
import * as z from "zod";
import { type Connection, manyRows } from "../server/platform/database/rows.ts";
import { StartError } from "./start-error.ts";

/**
 * The settings of a server with which it may lose what it has committed (`fsync`, `full_page_writes`,
 * `synchronous_commit`), as `name=off`; empty for a safe one. Values set for the account or the database count.
 */
export async function listUnsafeSettings(client: Connection): Promise<string[]> {
  const rows = await manyRows(
    client,
    z.strictObject({ name: z.string() }),
    `SELECT name FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`,
  );
  return rows.map(({ name }) => `${name}=off`);
}

/** Throws a `StartError` that names the settings with which a database may lose acknowledged answers. */
export async function refuseUnsafeSettings(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "parallax/start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const unsafe = await listUnsafeSettings(client);
    if (unsafe.length > 0) throw new StartError(unsafeSettingsText(unsafe));
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unsafeSettingsText(unsafe: readonly string[]): string {
  return `The database runs with ${unsafe.join(", ")} and may lose acknowledged answers in a crash; set ${unsafe.length === 1 ? "it" : "them"} to on (postgresql.conf, ALTER SYSTEM, ALTER DATABASE or ALTER ROLE) and start again.`;
}
