import { once } from "node:events";
import { InvalidArgumentError } from "commander";
import { jobHandlers } from "../server/background/job-handlers.ts";
import { addDemoPartsJobKind } from "../server/demo/demo-parts.ts";
import { runAddPartsJob } from "../server/demo/seed.ts";
import { requestReparse } from "../server/models/reparse-job.ts";
import { startJobWorker } from "../server/platform/jobs/job-worker.ts";
import { reportMetrics } from "../supervisor/metrics/process-metrics.ts";
import { withDatabase } from "./database.ts";
import { writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax worker`: runs background jobs in a separate process, on this or another machine, until it is stopped. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("worker")
    .description("Run background jobs in a separate process until it is stopped (Ctrl-C or SIGTERM).")
    .option("--concurrency <n>", "number of parallel jobs", readConcurrency, 4)
    .addHelpText("after", help)
    .action(async ({ concurrency }: { concurrency: number }) => {
      const stopRequested = waitForStop();
      await withDatabase(async () => {
        await requestReparse();
        // Not available in a built server, which does not contain the demo's files.
        const handlers = { ...jobHandlers, [addDemoPartsJobKind]: runAddPartsJob };
        reportMetrics();
        const worker = startJobWorker(handlers, concurrency);
        await writeLine(
          io.stdout,
          `Running at most ${concurrency} jobs at once. Ctrl-C finishes the running jobs and stops.`,
        );
        // Keeps the process alive; the worker's timers do not.
        const keepAlive = setInterval(() => undefined, 60_000);
        await stopRequested;
        clearInterval(keepAlive);
        await worker.stop();
      });
      finish(0);
    });
};

/**
 * Resolves at SIGTERM or SIGINT and, in a process started by `npm start`, when `npm start` ends, which closes the
 * channel between the two. Called before the first wait, because `npm start` can also end while the worker starts.
 */
async function waitForStop(): Promise<void> {
  const channelClosed = process.send !== undefined && !process.connected;
  if (channelClosed) return;
  await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT"), once(process, "disconnect")]);
}

function readConcurrency(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 64) return number;
  throw new InvalidArgumentError("must be a whole number from 1 to 64");
}

const help = `
Any number of workers may run, on any machine with access to the database (DATABASE_URL) and the same PARALLAX_SECRET, if
one is set. With PARALLAX_JOBS=0, the processes that serve pages leave all background jobs to the workers.

Exit: 0 stopped, 2 usage error or no database.`;
