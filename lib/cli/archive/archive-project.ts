import { stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { storePersonDigests } from "../../server/archive/match-people.ts";
import { writeProjectArchive } from "../../server/archive/write-archive.ts";
import { createErasureList } from "../../server/sessions/erasure/erasure-list.ts";
import { findDatabaseUrl } from "../../supervisor/find-database.ts";
import { withReadableErrors } from "../backup/with-readable-errors.ts";
import { withDatabase } from "../database.ts";
import { findProject } from "../find-project.ts";
import { UsageError, writeLine } from "../io.ts";
import type { RegisterCommand } from "../register-command.ts";
import { readSharedKey } from "./read-shared-key.ts";

/** `parallax archive project`: writes a whole project to one file, which another installation can import. */
export const register: RegisterCommand = (program, io, finish) => {
  const command = program.command("archive").description("Write a whole project to a file for another installation.");
  command
    .command("project")
    .description(
      "Write a project with its benchmarks, collections, studies, coded answers and model answers to one file.",
    )
    .argument("<slug>", "the project's name in addresses")
    .requiredOption("--out <file>", "the file to write; replaced if it exists")
    .option("--match-key-file <file>", "a key that the sites share, so that people of several sites can be matched")
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", help)
    .action(async (slug: string, options: { out: string; matchKeyFile?: string; json?: boolean }) => {
      const file = resolve(options.out);
      const folder = await stat(dirname(file)).catch(() => null);
      if (!folder?.isDirectory()) throw new UsageError(`there is no folder ${dirname(file)}`);
      const key = options.matchKeyFile === undefined ? null : await readSharedKey(options.matchKeyFile);
      const project = await withDatabase(async () => {
        const found = await findProject(slug);
        await storePersonDigests(found.id, key);
        return found;
      });
      const manifest = await withReadableErrors(async () =>
        writeProjectArchive(await findDatabaseUrl(), { projectId: project.id, file, actorId: null }, (doing) => {
          if (!options.json) io.stderr.write(`${doing} …\n`);
        }),
      );
      if (options.json) await writeLine(io.stdout, JSON.stringify(manifest));
      else {
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        const { size } = await stat(file);
        await writeLine(io.stdout, `${file}: ${rows} rows of ${manifest.tables.length} tables, ${size} bytes.`);
      }
      finish(0);
    });
  command
    .command("erasures")
    .description("Write the list of a project's erased participants, signed, for the sites that imported its archive.")
    .argument("<slug>", "the project's name in addresses")
    .requiredOption("--key-file <file>", "the key that the sites share; it signs the list")
    .requiredOption("--out <file>", "the file to write; replaced if it exists")
    .addHelpText("after", erasuresHelp)
    .action(async (slug: string, options: { keyFile: string; out: string }) => {
      const key = await readSharedKey(options.keyFile);
      const list = await withDatabase(async () => createErasureList((await findProject(slug)).id, key, new Date()));
      await writeFile(resolve(options.out), `${JSON.stringify(list, null, 1)}\n`);
      await writeLine(io.stdout, `${resolve(options.out)}: ${list.sessions.length} erased sessions.`);
      finish(0);
    });
};

const erasuresHelp = `
The other sites apply it with "parallax import erasures FILE --key-file KEY". The list has the ids that the archive has, and the
times of the erasures.

Exit: 0 written, 2 usage error.

Example:
  parallax archive erasures theory-of-mind --key-file sites.key --out erasures.json`;

const help = `
The file is a zip with an RO-Crate description (ro-crate-metadata.json), a manifest and the rows of each table; docs/formats.md
describes it. People are coded: the file has no recruiters' ids, completion codes, keys or names of users. It does contain
free texts of participants, so it is for transfer and storage, not for publication; "parallax release" is for that.

--match-key-file adds a keyed digest (HMAC-SHA-256) of each recruiter's id. Sites that have the same key can then see which
people took part at several of them ("parallax pool --match-key-file"). Without the key the digests reveal nothing, so
share it only among the sites. An archive that is written without a key has no digests.

Import it with "parallax import project FILE" into another installation.

Exit: 0 written, 1 the archive failed, 2 usage error.

Example:
  parallax archive project theory-of-mind --out theory-of-mind.zip`;
