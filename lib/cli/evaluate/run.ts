import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { getEvaluation } from "../../server/models/evaluations/get-evaluations.ts";
import { askModels } from "../../server/models/evaluations/run-evaluation.ts";
import { evaluationJobKind } from "../../server/models/evaluations/store-evaluation.ts";
import { installation } from "../../server/platform/access/access.ts";
import { startJobWorker } from "../../server/platform/jobs/job-worker.ts";
import { withDatabase } from "../database.ts";
import { type CommandIo, type ExitCode, UsageError, writeLine } from "../io.ts";

/** `parallax evaluate run`: runs an evaluation in this process until it is done or paused. */
export function addRun(evaluate: Command, io: CommandIo, finish: (code: ExitCode) => void): void {
  evaluate
    .command("run")
    .description(
      "Run an evaluation in this process until it is done or paused (Ctrl-C releases it to other processes).",
    )
    .argument("<id>", "the evaluation")
    .action(async (id: string) => {
      const result = await withDatabase(() => runUntilEnd(id, io));
      await writeLine(io.stdout, result.words);
      finish(result.isDone ? 0 : 1);
    });
}

async function runUntilEnd(id: string, io: CommandIo): Promise<{ words: string; isDone: boolean }> {
  await findEvaluation(id);
  const worker = startJobWorker({ [evaluationJobKind]: askModels() }, 1);
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]).then(() => "told" as const);
  let lastLine = "";
  try {
    for (;;) {
      const { state, answered, total, failed, skipped, reason } = await findEvaluation(id);
      const progressText = `${answered} of ${total - skipped} answered${failed > 0 ? `, ${failed} failed` : ""}`;
      if (state === "done") return { words: progressText, isDone: failed === 0 };
      if (state === "paused") return { words: `${progressText}. Paused. ${reason}`.trim(), isDone: false };
      if (progressText !== lastLine) io.stderr.write(`${progressText}\n`);
      lastLine = progressText;
      if ((await Promise.race([wait(1_000), interrupted])) === "told")
        return { words: `${progressText}. Released to other processes.`, isDone: false };
    }
  } finally {
    await worker.stop();
  }
}

/** An evaluation by its id. */
export async function findEvaluation(id: string) {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const evaluation = isId ? await getEvaluation(installation, id) : null;
  if (!evaluation) throw new UsageError(`there is no evaluation "${id}" (parallax evaluate list)`);
  return evaluation;
}
