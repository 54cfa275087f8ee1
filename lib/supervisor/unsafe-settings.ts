import pg from "pg";
import * as z from "zod";
import { type Connection, manyRows } from "../server/platform/database/rows.ts";
import { sql } from "../server/platform/database/sql.ts";
import { applicationRole } from "./application-role.ts";
import { StartError } from "./start-error.ts";

/**
 * The settings with which a server may lose committed data (`fsync`, `full_page_writes`, `synchronous_commit`), as
 * `name=off`; empty if there are none. Settings of the database, of the connected account and of the application's
 * account in the embedded database are included.
 */
export async function listUnsafeSettings(client: Connection): Promise<string[]> {
  const rows = await manyRows(
    client,
    z.strictObject({ name: z.string() }),
    sql`SELECT name FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
     UNION SELECT 'synchronous_commit' FROM pg_db_role_setting, unnest(setconfig) AS given
     WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = ${applicationRole})
       AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
       AND lower(given) ~ '^synchronous_commit=(off|false|no|0)$' ORDER BY name`,
  );
  return rows.map(({ name }) => `${name}=off`);
}

/** Throws a `StartError` that names the settings with which the database may lose stored answers. */
export async function refuseUnsafeSettings(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "parallax/start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const unsafe = await listUnsafeSettings(client);
    if (unsafe.length > 0) throw new StartError(describeUnsafeSettings(unsafe));
  } finally {
    await client.end().catch(() => undefined);
  }
}

function describeUnsafeSettings(unsafe: readonly string[]): string {
  return `The database runs with ${unsafe.join(", ")} and may lose acknowledged answers in a crash; set ${unsafe.length === 1 ? "it" : "them"} to on (postgresql.conf, ALTER SYSTEM, ALTER DATABASE or ALTER ROLE) and start again.`;
}
