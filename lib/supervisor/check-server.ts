import pg from "pg";
import * as z from "zod";
import { oneRow } from "../server/platform/database/rows.ts";
import { StartError } from "./start-error.ts";

/**
 * Checks that the server in `DATABASE_URL` is supported: a writable PostgreSQL 15 or newer with UTF-8. Throws a
 * `StartError` that explains the problem; passwords are never printed.
 */
export async function checkServer(connectionString: string): Promise<void> {
  const { hostname, port, pathname } = new URL(connectionString);
  const serverAddress = `${hostname}${port && `:${port}`}`;
  // A database that is suspended when idle needs time to resume.
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 20_000,
    application_name: "parallax/start",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw new StartError(`${explainConnection(cause, serverAddress, pathname.slice(1))} (DATABASE_URL).`, { cause });
  }
  try {
    const refusal = await findUnsupportedReason(client);
    if (refusal) throw new StartError(`The database at ${serverAddress} ${refusal} (DATABASE_URL).`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function explainConnection(error: unknown, serverAddress: string, database: string): string {
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case "ECONNREFUSED":
      return `No server responds at ${serverAddress}; start the database there or correct the address`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host of ${serverAddress} is not known; correct the address or wait for the network`;
    case "28P01":
    case "28000":
      return `The database at ${serverAddress} refuses the user name or the password`;
    case "3D000":
      return `There is no database "${database}" at ${serverAddress}; create it first`;
    default:
      return `The database at ${serverAddress} cannot be reached: ${message}`;
  }
}

const serverRow = z.strictObject({
  version: z.string(),
  number: z.number(),
  encoding: z.string(),
  replica: z.boolean(),
  may_create: z.boolean(),
});

/**
 * The reason why the server is not supported, as the end of a sentence that starts with "The database at …"; otherwise
 * null.
 */
async function findUnsupportedReason(client: pg.Client): Promise<string | null> {
  const row = await oneRow(
    client,
    serverRow,
    `SELECT version() AS version, current_setting('server_version_num')::int AS number,
            current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS replica,
            has_schema_privilege(coalesce(current_schema(), 'public'), 'CREATE') AS may_create`,
  );
  const { version, number, encoding, replica, may_create: mayCreate } = row;
  const incompatibleDatabase = /CockroachDB|Yugabyte|-YB-|Redshift|Materialize|CrateDB/i.exec(version);
  if (incompatibleDatabase) return `is ${incompatibleDatabase[0]}, which is not supported; use PostgreSQL 15 or newer`;
  if (number < 150_000) return `is PostgreSQL ${String(version).split(" ")[1]}, but 15 or newer is needed`;
  if (encoding !== "UTF8") return `stores text as ${encoding}; create one with ENCODING 'UTF8'`;
  if (replica) return "is a read-only replica; give the address of the primary";
  if (!mayCreate) return "does not let this user create tables; grant CREATE on its schema";
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(7203311907)");
    await client.query("CREATE TEMPORARY TABLE parallax_probe (id int) ON COMMIT DROP");
    await client.query("SELECT id FROM parallax_probe FOR UPDATE SKIP LOCKED");
    return null;
  } catch (error) {
    return `lacks something that Parallax needs: ${(error as Error).message}`;
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
  }
}
