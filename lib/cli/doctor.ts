import { fileURLToPath } from "node:url";
import pc from "picocolors";
import { checkInstallation } from "../domain/operations/check-installation.ts";
import { inspectInstallation } from "../supervisor/inspect-installation.ts";
import { StartError } from "../supervisor/start-error.ts";
import { UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `parallax doctor`: checks the installation and suggests remedies. Changes nothing. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("doctor")
    .description("Check versions, database, migrations, disk, backups, clock and settings, and report remedies.")
    .option("--json", "print one JSON object: findings with check, state, says and remedy")
    .addHelpText("after", "\nExit: 0 no problems (there may be warnings), 1 problems found, 2 usage error.")
    .action(async (options: { json?: boolean }) => {
      const facts = await inspectInstallation(root).catch((error: unknown) => {
        if (error instanceof StartError) throw new UsageError(error.message);
        throw error;
      });
      const findings = checkInstallation(facts);
      const problems = findings.filter(({ state }) => state === "problem").length;
      if (options.json) await writeLine(io.stdout, JSON.stringify({ problems, findings }));
      else {
        const colors = pc.createColors("isTTY" in io.stdout && io.stdout.isTTY === true && pc.isColorSupported);
        const stateLabels = {
          good: colors.green("good   "),
          warning: colors.yellow("warning"),
          problem: colors.red("PROBLEM"),
        };
        for (const { check, state, says, remedy } of findings)
          await writeLine(
            io.stdout,
            `${stateLabels[state]}  ${check.padEnd(10)}  ${says}${remedy ? ` ${remedy}` : ""}`,
          );
      }
      finish(problems > 0 ? 1 : 0);
    });
};
