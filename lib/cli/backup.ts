import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { verifyBackup } from "../server/backup/read-backup.ts";
import { writeBackup } from "../server/backup/write-backup.ts";
import { findDatabaseUrl } from "../supervisor/find-database.ts";
import { readSettings } from "../supervisor/settings.ts";
import { explained } from "./backup/explained.ts";
import { UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax backup FILE`: everything in the database as one file, while people go on working. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("backup")
    .description("Write everything in the database to one file, while studies run.")
    .argument("<file>", "the file to write; replaced if it is there")
    .option("--encrypt-to <recipient...>", "encrypt it in age's format to one or more recipients (age1…)")
    .option("--json", "print the backup's manifest as JSON")
    .addHelpText("after", help)
    .action(async (file: string, options: { json?: boolean; encryptTo?: string[] }) => {
      const path = resolve(file);
      const folder = await stat(dirname(path)).catch(() => null);
      if (!folder?.isDirectory()) throw new UsageError(`there is no folder ${dirname(path)}`);
      const manifest = await explained(async () => {
        const { erasureLedger } = readSettings(process.env);
        const { encryptTo = [] } = options;
        const written = await writeBackup(await findDatabaseUrl(process.env), path, { erasureLedger, encryptTo });
        // Only who holds the identity can read an encrypted one.
        return encryptTo.length > 0 ? written : await verifyBackup(path);
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
The database is that of DATABASE_URL, else of the Parallax that runs on this machine. All tables are read from one moment
(a REPEATABLE READ snapshot); nobody waits for it. Nothing else is needed: no pg_dump, and the embedded database works as
an external one does. The file is a zip: tables/NAME.copy holds a table's rows in the form of COPY, and manifest.json
their number and SHA-256. It is read again before it is called a backup.

With --encrypt-to it is encrypted as it is written, to age recipients (https://age-encryption.org; make a pair with age-keygen):
no plain text reaches the disk, and only who holds an identity can read it. Try one restore --check with the identity.

It holds password hashes and recruiters' ids: only its owner may read it, and it belongs on another disk. Who is signed
in is not in it.

Exit: 0 written and checked, 1 the backup failed, 2 the command was used wrongly.

Examples:
  parallax backup monday.backup
  parallax backup monday.backup.age --encrypt-to age1…`;
