import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BackupManifest } from "../server/backup/backup-manifest.ts";
import { addMissingErasures } from "../server/backup/complete-ledger.ts";
import { openDecrypted } from "../server/backup/encrypted-backup.ts";
import { type BackupSource, verifyBackup } from "../server/backup/read-backup.ts";
import { restoreBackup } from "../server/backup/restore-backup.ts";
import { migrate } from "../server/platform/database/migrate.ts";
import { withConnections } from "../server/platform/database/with-connections.ts";
import { replayErasures } from "../server/sessions/erasure/replay-erasures.ts";
import { readSettings, type Settings, setVariables } from "../supervisor/settings.ts";
import { chooseLedger } from "./backup/ledger-of-backup.ts";
import { applySecretChoice, chooseSecret, type SecretChoice } from "./backup/secret-of-backup.ts";
import { withStoppedDatabase } from "./backup/stopped-database.ts";
import { withReadableErrors } from "./backup/with-readable-errors.ts";
import { type CommandIo, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

const migrationsFolder = join(fileURLToPath(new URL("../..", import.meta.url)), "prisma", "migrations");

interface RestoreFlags {
  replace?: boolean;
  check?: boolean;
  identity?: string;
  ledger?: string;
  withoutLedger?: boolean;
  secret?: string;
  withoutSecret?: boolean;
}

/** `parallax restore FILE`: replaces the database by a backup. If this fails, nothing is changed. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("restore")
    .description("Replace the contents of the database with a backup. Parallax must be stopped.")
    .argument("<file>", "a file written by parallax backup")
    .option("--replace", "discard the current contents of the database")
    .option("--check", "only read the backup and compare it with its manifest; no database is needed")
    .option("--identity <file>", "the age identity that decrypts an encrypted backup")
    .option("--ledger <file>", "the ledger of erasures, if it is not that of this installation")
    .option("--without-ledger", "restore without the ledger: people erased after the backup may be restored")
    .option("--secret <file>", "the installation secret of the backup, if it is not that of this installation")
    .option("--without-secret", "restore without the secret: webhook secrets and model keys are removed")
    .addHelpText("after", help)
    .action(async (file: string, flags: RestoreFlags) => {
      const path = resolve(file);
      await withReadableErrors(async () => {
        const readable = await openDecrypted(path, flags.identity ? resolve(flags.identity) : null);
        try {
          if (flags.check) {
            const { madeAt, tables } = await verifyBackup(readable.source);
            await writeLine(io.stdout, `${path} is complete: ${tables.length} tables of ${madeAt}.`);
          } else await restore(readable.source, flags, io);
        } finally {
          await readable.close();
        }
      });
      finish(0);
    });
};

async function restore(file: BackupSource, flags: RestoreFlags, io: CommandIo): Promise<void> {
  const settings = readSettings();
  // The whole file is read before anything is changed, because truncation is the most likely error.
  const manifest = await verifyBackup(file);
  const ledger = await chooseLedger(manifest, settings, flags);
  const secret = await chooseSecret(manifest, settings, flags);
  await withStoppedDatabase(settings, io, async (connectionString) => {
    await withConnections(async () => {
      await restoreBackup({ connectionString, file, migrationsFolder, replace: flags.replace ?? false });
      const { applied } = await migrate({ connectionString, migrationsFolder });
      setVariables({ DATABASE_URL: connectionString });
      await applySecretChoice(secret, settings);
      await reportRestored(manifest, applied.length, io);
      await repeatErasures(ledger, settings, io);
      await reportSecret(secret, io);
    });
  });
}

async function reportRestored(manifest: BackupManifest, migrations: number, io: CommandIo): Promise<void> {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  await writeLine(io.stdout, `Restored ${rows} rows of ${manifest.tables.length} tables as of ${manifest.madeAt}.`);
  if (migrations > 0) await writeLine(io.stdout, `Updated the tables: ${migrations} newer migrations applied.`);
}

/** Repeats the erasures in the ledger, then adds missing erasures to the installation's own ledger. */
async function repeatErasures(ledger: string | null, { erasureLedger }: Settings, io: CommandIo): Promise<void> {
  if (ledger === null) {
    await addMissingErasures(erasureLedger);
    await writeLine(
      io.stdout,
      "No ledger was used: people who were erased after the backup was made are in the database again.",
    );
    return;
  }
  const erased = await replayErasures(ledger);
  await addMissingErasures(erasureLedger);
  await writeLine(
    io.stdout,
    `Erased again: ${erased} ${erased === 1 ? "session" : "sessions"} from the ledger ${ledger}.`,
  );
}

async function reportSecret(secret: SecretChoice, io: CommandIo): Promise<void> {
  if (secret.kind === "given-up")
    await writeLine(
      io.stdout,
      "Removed: webhook secrets and model keys; enter them again. Studies have new link secrets.",
    );
  await writeLine(io.stdout, "Everyone must sign in again.");
}

const help = `
Restores into the database of DATABASE_URL, otherwise into the embedded database of PARALLAX_DATA_DIR, which is started. The
restore is one transaction: tables are created, filled, read again and compared with the backup's manifest before the commit.
A restore that fails or is killed changes nothing. Then newer migrations are applied, and people whose answers were erased
after the backup are erased again, by the ledger next to the data directory (PARALLAX_ERASURE_LEDGER sets another file). The
backup records the number of erasures in the ledger; a ledger with fewer is refused.
Stored secrets are encrypted with the installation secret, which is not in a backup: the file "secret" of the data directory.

Exit: 0 restored (or intact, with --check), 1 the backup cannot be restored, 2 usage error.

Examples:
  parallax restore monday.backup --replace
  parallax restore monday.backup.age --identity key.txt`;
