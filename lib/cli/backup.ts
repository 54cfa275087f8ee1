import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { verifyBackup } from "../server/backup/read-backup.ts";
import { writeBackup } from "../server/backup/write-backup.ts";
import { findDatabaseUrl } from "../supervisor/find-database.ts";
import { readSettings } from "../supervisor/settings.ts";
import { withReadableErrors } from "./backup/with-readable-errors.ts";
import { UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax backup FILE`: writes the whole database to one file, while studies run. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("backup")
    .description("Write everything in the database to one file, while studies run.")
    .argument("<file>", "the file to write; replaced if it exists")
    .option("--encrypt-to <recipient...>", "encrypt it in age's format to one or more recipients (age1…)")
    .option("--json", "print the backup's manifest as JSON")
    .addHelpText("after", help)
    .action(async (file: string, options: { json?: boolean; encryptTo?: string[] }) => {
      const path = resolve(file);
      const folder = await stat(dirname(path)).catch(() => null);
      if (!folder?.isDirectory()) throw new UsageError(`there is no folder ${dirname(path)}`);
      const manifest = await withReadableErrors(async () => {
        const { erasureLedger } = readSettings();
        const { encryptTo = [] } = options;
        const writtenManifest = await writeBackup(await findDatabaseUrl(), path, { erasureLedger, encryptTo });
        // An encrypted backup can only be read with the identity.
        return encryptTo.length > 0 ? writtenManifest : await verifyBackup(path);
      });
      if (options.json) await writeLine(io.stdout, JSON.stringify(manifest));
      else {
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        const { size } = await stat(path);
        await writeLine(
          io.stdout,
          `${path}: ${rows} rows of ${manifest.tables.length} tables, ${size} bytes, ${options.encryptTo ? "encrypted, " : ""}checked.`,
        );
      }
      finish(0);
    });
};

const help = `
The database is that of DATABASE_URL, otherwise of the Parallax that runs on this machine. All tables are read from one
snapshot (REPEATABLE READ), which blocks no other process. pg_dump is not needed, and embedded and external databases work
the same. The file is a zip: tables/NAME.copy has a table's rows in the format of COPY, and manifest.json
their number and SHA-256. The file is read again to verify it.

With --encrypt-to the file is encrypted for age recipients (https://age-encryption.org; create a key pair with
age-keygen): no plain text is written to the disk, and only the owner of an identity can read it. Test the identity with
restore --check.

The backup contains password hashes and recruiters' ids: only its owner may read it. Store it on another disk. Sign-in
sessions are not included.

Exit: 0 written and checked, 1 the backup failed, 2 usage error.

Examples:
  parallax backup monday.backup
  parallax backup monday.backup.age --encrypt-to age1…`;
