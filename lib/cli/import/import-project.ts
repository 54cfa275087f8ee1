import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { importProjectArchive } from "../../server/archive/import-archive.ts";
import { replayErasures } from "../../server/sessions/erasure/replay-erasures.ts";
import { findDatabaseUrl } from "../../supervisor/find-database.ts";
import { readSettings } from "../../supervisor/settings.ts";
import { withReadableErrors } from "../backup/with-readable-errors.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { withDatabase } from "../database.ts";
import { UsageError, writeLine } from "../io.ts";

const migrationsFolder = join(fileURLToPath(new URL("../../..", import.meta.url)), "prisma", "migrations");

/** `parallax import project`: imports the archive of a project from another installation. */
export const addImportProject: AddCommand = (parent, io, finish) => {
  parent
    .command("project")
    .description("Store a project from an archive of another installation, or change nothing.")
    .argument("<file>", "a file written by parallax archive project")
    .option("--as <slug>", "the project's name in addresses here, if another project has that of the archive")
    .option("--json", "print the result as JSON")
    .addHelpText("after", help)
    .action(async (file: string, options: { as?: string; json?: boolean }) => {
      const slug = options.as ?? null;
      if (slug !== null && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
        throw new UsageError("--as must consist of lower-case letters, digits and single hyphens");
      const { imported, erased } = await withReadableErrors(() =>
        withDatabase(async () => {
          const connectionString = await findDatabaseUrl();
          const request = { connectionString, file: resolve(file), migrationsFolder, slug, actorId: null };
          const imported = await importProjectArchive(request, (doing) => {
            if (!options.json) io.stderr.write(`${doing} …\n`);
          });
          return { imported, erased: await replayErasures(readSettings().erasureLedger) };
        }),
      );
      if (options.json) {
        const { projectId, rows } = imported;
        await writeLine(io.stdout, JSON.stringify({ projectId, slug: imported.slug, rows, erased }));
      } else {
        await writeLine(io.stdout, `Stored the project ${imported.slug}: ${imported.rows} rows; all hashes match.`);
        if (erased > 0)
          await writeLine(io.stdout, `Erased again: ${erased} sessions of people who were erased here earlier.`);
      }
      finish(0);
    });
};

const help = `
The import is one transaction. It is refused, with the remedy, if the archive was changed (SHA-256) or is of a newer version,
or if its project or studies exist here already; nothing is stored then. Items, protocols and data locks keep their ids and hashes.
Open studies are paused and have new link secrets; API keys of models must be entered again. People who were erased here, by
the ledger of erasures, are erased again.

Exit: 0 stored, 1 refused, 2 usage error.

Example:
  parallax import project theory-of-mind.zip`;
