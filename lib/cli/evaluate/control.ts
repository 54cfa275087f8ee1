import type { Command } from "commander";
import { pauseEvaluation, resumeEvaluation } from "../../server/models/evaluations/control-evaluation.ts";
import { installation } from "../../server/platform/access/access.ts";
import { withDatabase } from "../database.ts";
import { type CommandIo, type ExitCode, writeLine } from "../io.ts";
import { readAmount } from "./begin.ts";
import { findEvaluation } from "./run.ts";

/** `parallax evaluate pause` and `resume`. */
export function addPauseAndResume(evaluate: Command, io: CommandIo, finish: (code: ExitCode) => void): void {
  evaluate
    .command("pause")
    .description("Pause: send no more requests; answers to sent requests are still stored.")
    .argument("<id>", "the evaluation")
    .action(async (id: string) => {
      await withDatabase(async () => pauseEvaluation(installation, (await findEvaluation(id)).id));
      await writeLine(io.stdout, "Paused.");
      finish(0);
    });
  evaluate
    .command("resume")
    .description("Resume with the unanswered questions.")
    .argument("<id>", "the evaluation")
    .option("--limit <usd>", "another limit", readAmount)
    .option("--no-limit", "remove the limit")
    .option("--retry-failed", "ask failed questions again")
    .action(async (id: string, options: { limit?: number | boolean; retryFailed?: boolean }) => {
      const { limit } = options;
      await withDatabase(async () =>
        resumeEvaluation(installation, (await findEvaluation(id)).id, {
          ...(limit === false ? { limitUsd: null } : typeof limit === "number" ? { limitUsd: limit } : {}),
          retriesFailed: options.retryFailed ?? false,
        }),
      );
      await writeLine(io.stdout, "Goes on.");
      finish(0);
    });
}
