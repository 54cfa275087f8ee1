import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { restoreBackup } from "../../lib/server/backup/restore-backup.ts";
import { writeBackup } from "../../lib/server/backup/write-backup.ts";
import type { Finding } from "./check-load-test.ts";

/**
 * Backs up a database that is in use, restores the backup into a second database, and compares rows and hashes of
 * every table.
 */
export async function checkBackup(connectionString: string): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-load-backup-"));
  const target = new URL(connectionString);
  target.pathname = "/restored";
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  try {
    const file = join(folder, "under-load");
    const made = await writeBackup(connectionString, file);
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query("CREATE DATABASE restored");
    await client.end();
    await restoreBackup({ connectionString: target.href, file, migrationsFolder, replace: false });
    const again = await writeBackup(target.href, join(folder, "restored"));
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    const isEqual = JSON.stringify(made.tables) === JSON.stringify(again.tables);
    return finding(isEqual, { tables: made.tables.length, rows });
  } catch (error) {
    return finding(false, String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function finding(holds: boolean, found: unknown): Finding {
  const claim = "a backup made under load restores to equal rows and hashes";
  return { claim, holds, found: JSON.stringify(found) };
}
