import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { applyErasureList } from "../../server/sessions/erasure/erasure-list.ts";
import { readSharedKey } from "../archive/read-shared-key.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { withDatabase } from "../database.ts";
import { InputError, UsageError, writeLine } from "../io.ts";

/**
 * `parallax import erasures`: erases participants of an imported project whom the original site has erased since it
 * wrote the archive.
 */
export const addImportErasures: AddCommand = (parent, io, finish) => {
  parent
    .command("erasures")
    .description("Erase the participants of an imported project whom the project’s own site has erased.")
    .argument("<file>", "a list written by parallax archive erasures")
    .requiredOption("--key-file <file>", "the key that the sites share; a list with another signature is refused")
    .addHelpText("after", help)
    .action(async (file: string, options: { keyFile: string }) => {
      const key = await readSharedKey(options.keyFile);
      const text = await readFile(resolve(file), "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`cannot read ${file}: ${error.code ?? error.message}`);
      });
      const erased = await withDatabase(() =>
        applyErasureList(text, key).catch((error) => {
          if (error instanceof RangeError) throw new InputError(error.message);
          throw error;
        }),
      );
      await writeLine(io.stdout, `Erased: ${erased} sessions.`);
      finish(0);
    });
};

const help = `
Only sessions of the list's own project are erased. A list can be applied again: sessions that were erased before are skipped.

Exit: 0 applied, 1 refused, 2 usage error.

Example:
  parallax import erasures erasures.json --key-file sites.key`;
