import * as z from "zod";
import { verifyRelease } from "../../server/release/verify-release.ts";
import { InputError, UsageError, writeLine } from "../io.ts";
import type { RegisterCommand } from "../register-command.ts";

/** `parallax verify`: checks the files of a release and recomputes its published numbers, without a database. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("verify")
    .description("Check the files of a release and recompute its numbers from its data, without a database.")
    .argument("<folder>", "folder of the release")
    .option("--json", "print the result as JSON")
    .action(async (folder: string, options: { json?: boolean }) => {
      const verdict = await verifyRelease(folder.replace(/\/+$/, "")).catch((error) => {
        if (error?.code === "ENOENT") throw new UsageError(`${folder} is not a release: ${error.path} is missing`);
        if (error instanceof RangeError || error instanceof SyntaxError || error instanceof z.ZodError)
          throw new InputError(`${folder} cannot be verified: ${error.message}`);
        throw error;
      });
      if (options.json) await writeLine(io.stdout, JSON.stringify(verdict));
      else {
        for (const problem of verdict.problems) await writeLine(io.stdout, problem);
        await writeLine(
          io.stdout,
          `${verdict.files} files and ${verdict.numbers} numbers verified, ${verdict.problems.length} problems; the numbers of ${verdict.notRecomputed} files need the installation's data.`,
        );
      }
      finish(verdict.problems.length > 0 ? 1 : 0);
    });
};
