import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { verifyBackup } from "../server/backup/read-backup.ts";
import { restoreBackup } from "../server/backup/restore-backup.ts";
import { migrate } from "../server/platform/database/migrate.ts";
import { closePool } from "../server/platform/database/pool.ts";
import { replayErasures } from "../server/sessions/erasure/replay-erasures.ts";
import { openEmbeddedDatabase } from "../supervisor/embedded-database.ts";
import { readSettings } from "../supervisor/settings.ts";
import { explained } from "./backup/explained.ts";
import { type CommandIo, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

const migrationsFolder = join(fileURLToPath(new URL("../..", import.meta.url)), "prisma", "migrations");

/** `parallax restore FILE`: a backup in the place of what a database holds, or nothing at all. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("restore")
    .description("Put a backup in the place of what the database holds. Parallax must be stopped.")
    .argument("<file>", "a file that parallax backup has written")
    .option("--replace", "let go what the database holds now")
    .option("--check", "only read the backup and compare it with its manifest; no database is needed")
    .addHelpText("after", help)
    .action(async (file: string, options: { replace?: boolean; check?: boolean }) => {
      const path = resolve(file);
      await explained(async () => {
        if (options.check) {
          const { madeAt, tables } = await verifyBackup(path);
          await writeLine(io.stdout, `${path} is whole: ${tables.length} tables of ${madeAt}.`);
        } else await restore(path, options.replace ?? false, io);
      });
      finish(0);
    });
};

async function restore(file: string, replace: boolean, io: CommandIo): Promise<void> {
  const settings = readSettings(process.env);
  // Read whole before anything is touched: the likeliest fault is a file that was cut off.
  await verifyBackup(file);
  const database = settings.databaseUrl
    ? { connectionString: settings.databaseUrl, stop: async () => undefined }
    : await openEmbeddedDatabase(settings.dataFolder, {
        say: (sentence) => void io.stderr.write(`${sentence}\n`),
        during: (_sentence, work) => work(),
      });
  try {
    const { connectionString } = database;
    const manifest = await restoreBackup({ connectionString, file, migrationsFolder, replace });
    const { applied } = await migrate({ connectionString, migrationsFolder });
    process.env.DATABASE_URL = connectionString;
    const erased = await replayErasures(settings.erasureLedger);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    await writeLine(io.stdout, `Restored ${rows} rows of ${manifest.tables.length} tables as of ${manifest.madeAt}.`);
    if (applied.length > 0)
      await writeLine(io.stdout, `Brought the tables up to date: ${applied.length} migrations that came later.`);
    await writeLine(
      io.stdout,
      `Erased again: ${erased} ${erased === 1 ? "session" : "sessions"} of the ledger ${settings.erasureLedger}.`,
    );
    await writeLine(io.stdout, "Everybody has to sign in again.");
  } finally {
    await closePool();
    await database.stop();
  }
}

const help = `
Works on the database of DATABASE_URL, else on the embedded one of PARALLAX_DATA_DIR, which is started for it. It is one
transaction: tables are made, filled, read again and compared with the backup's manifest, and only then is anything
changed; a restore that fails or is killed leaves what was there. Afterwards come the migrations that are newer than the
backup, and people whose answers were erased after it was made are erased again from the ledger beside the data directory
(PARALLAX_ERASURE_LEDGER names another).

Exit: 0 restored (or whole, with --check), 1 the backup cannot be restored, 2 the command was used wrongly.

Example:
  parallax restore monday.backup --replace`;
