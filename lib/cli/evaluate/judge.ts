import type { Command } from "commander";
import { beginJudging } from "../../server/models/evaluations/begin-judging.ts";
import { listJudgeableRuns } from "../../server/models/judging/judging-result.ts";
import { installation } from "../../server/platform/access/access.ts";
import { withDatabase } from "../database.ts";
import { findProject } from "../find-project.ts";
import { chooseBenchmark } from "../import/choose-benchmark.ts";
import { type CommandIo, type ExitCode, UsageError, writeLine } from "../io.ts";
import { findEndpoint } from "./ask-options.ts";
import { readAmount } from "./begin.ts";

interface Options {
  endpoint: string;
  model: string;
  source?: string;
  benchmark?: string;
  project?: string;
  limit?: number;
}

/** `parallax evaluate judge`: lets a model match open-ended answers to the options. */
export function addJudge(evaluate: Command, io: CommandIo, finish: (code: ExitCode) => void): void {
  evaluate
    .command("judge")
    .description("Let a model judge answers that were given without options (prompt=open-ended).")
    .requiredOption("--endpoint <name>", "the judge: the name of its endpoint")
    .requiredOption("--model <name>", "the model whose answers are judged")
    .option("--source <name>", "name of the model's run; required if it has several")
    .option("--benchmark <name>", "the benchmark; required if there are several")
    .option("--project <slug>", "the project; required if there are several")
    .option("--limit <usd>", "stop before this amount is exceeded", readAmount)
    .action(async (options: Options) => {
      const { id } = await withDatabase(async () => {
        const project = await findProject(options.project);
        const benchmark = await chooseBenchmark(project, options.benchmark);
        const endpoint = await findEndpoint(project, options.endpoint);
        const run = await findRun(benchmark.id, options);
        return beginJudging(installation, { endpoint, run, limitUsd: options.limit ?? null });
      });
      await writeLine(io.stdout, id);
      finish(0);
    });
}

async function findRun(benchmarkId: string, { model, source }: Options): Promise<string> {
  const runs = await listJudgeableRuns(benchmarkId);
  const [only, ...others] = runs.filter((run) => run.model === model && (source ?? run.source) === run.source);
  const names = runs.map((run) => `"${run.model}" (${run.source})`).join(", ");
  if (!only) throw new UsageError(`there are no open-ended answers of "${model}"; there are: ${names || "none"}`);
  if (others.length > 0) throw new UsageError(`"${model}" has several runs; name one with --source`);
  return only.id;
}
