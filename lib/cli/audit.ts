import { type ChainReport, verifyChains } from "../server/platform/audit/chain/verify-chains.ts";
import { withDatabase } from "./database.ts";
import { type CommandIo, UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax audit`: verifies that the audit log and the assignment log are unchanged. */
export const register: RegisterCommand = (program, io, finish) => {
  const command = program.command("audit").description("Verify the hash chains of the audit and assignment logs.");
  command
    .command("verify")
    .description("Compare every row of both logs with the chain, and every link with the one before it.")
    .option("--head <hex...>", "a head of an earlier export or frozen protocol; it must be in a chain")
    .option("--json", "print one JSON object: chains, batches, rows, waiting and findings")
    .addHelpText("after", help)
    .action(async ({ head = [], json }: { head?: string[]; json?: boolean }) => {
      for (const value of head)
        if (!/^[0-9a-f]{64}$/.test(value))
          throw new UsageError(`${value} is not a head; a head has 64 hexadecimal digits`);
      const report = await withDatabase(() => verifyChains(head));
      if (json) await writeLine(io.stdout, JSON.stringify(report));
      else await printReport(report, io);
      finish(report.findings.length > 0 ? 1 : 0);
    });
};

async function printReport({ findings, rows, batches, chains, waiting }: ChainReport, io: CommandIo): Promise<void> {
  for (const { chain, what, detail } of findings)
    await writeLine(io.stdout, `PROBLEM  ${what}  ${detail}${chain ? ` (${chain})` : ""}`);
  const state = findings.length === 0 ? "valid" : `${findings.length} findings`;
  await writeLine(
    io.stdout,
    `${state}: ${rows} rows in ${batches} batches of ${chains} chains; ${waiting} newer rows are added within ten seconds.`,
  );
}

const help = `
Committed rows are added to a chain for each study every ten seconds. The chain is keyed with the installation secret, which is not stored in the database, so write access to the database is not enough to forge a chain that verifies. A chain that was truncated together with its rows is detected only by comparison with a head that was kept elsewhere: exports and frozen protocols print it.

Exit: 0 valid, 1 findings, 2 usage error or no database.`;
