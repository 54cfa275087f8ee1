import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { createEmptyDatabase } from "../test-database.ts";

const source = "prisma/migrations";

/**
 * Runs a test of one migration on a separate database.
 *
 * @param last the name of the last migration that is applied before the test
 * @param work gets a connection, and a function that applies the migrations up to a name and returns their names
 */
export async function withMigratedDatabase(
  last: string,
  work: (client: pg.Client, migrateUpTo: (name: string) => Promise<string[]>) => Promise<void>,
): Promise<void> {
  const database = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "parallax-migrations-"));
  const migrateUpTo = async (end: string) => {
    for (const name of await readdir(source))
      if (name <= end && /^\d{14}_/.test(name)) await cp(join(source, name), join(folder, name), { recursive: true });
    return (await migrate({ connectionString: database.connectionString, migrationsFolder: folder })).applied;
  };
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await migrateUpTo(last);
    await client.connect();
    await work(client, migrateUpTo);
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
    await database.drop();
  }
}
