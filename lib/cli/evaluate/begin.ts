import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type EvaluationEstimate,
  formatEstimate,
  formatExcludedItems,
} from "../../domain/models/evaluation/estimate.ts";
import { answerModes } from "../../domain/models/evaluation/plan.ts";
import { createEvaluation, estimateEvaluation } from "../../server/models/evaluations/create-evaluation.ts";
import { installation } from "../../server/platform/access/access.ts";
import { withDatabase } from "../database.ts";
import { type CommandIo, type ExitCode, writeLine } from "../io.ts";
import { type AskOptions, collectLevel, readAskOptions } from "./ask-options.ts";

/** `parallax evaluate estimate` and `create`: estimates the cost, and starts an evaluation. */
export function addEstimateAndCreate(evaluate: Command, io: CommandIo, finish: (code: ExitCode) => void): void {
  addAskOptions(
    evaluate.command("estimate").description("Estimate the number of questions and the cost without sending requests."),
  )
    .option("--json", "print the estimate as one JSON object")
    .action(async (options: AskOptions & { json?: boolean }) => {
      const estimate = await withDatabase(async () => estimateEvaluation(installation, await readAskOptions(options)));
      if (options.json) await writeLine(io.stdout, JSON.stringify(estimate));
      else for (const line of estimateLines(estimate)) await writeLine(io.stdout, line);
      finish(0);
    });
  addAskOptions(evaluate.command("create").description("Start an evaluation of a model on a benchmark."))
    .option("--json", "print the new evaluation's id as JSON")
    .action(async (options: AskOptions & { json?: boolean }) => {
      const { id } = await withDatabase(async () => createEvaluation(installation, await readAskOptions(options)));
      await writeLine(io.stdout, options.json ? JSON.stringify({ id }) : id);
      finish(0);
    });
}

function addAskOptions(command: Command): Command {
  return command
    .requiredOption("--endpoint <name>", "the model: the name of its endpoint")
    .option("--benchmark <name>", "the benchmark; required if there are several")
    .option("--project <slug>", "project of the model and the benchmark; required if there are several")
    .option("--kind <kind>", "the kind of items; required if the benchmark has several")
    .option("--source <name>", "name of the run, which distinguishes two runs of one model", "evaluation")
    .option(
      "--condition <level>",
      "a factor and its level, such as prompt=simplified; may be repeated",
      collectLevel,
      {},
    )
    .addOption(new Option("--answer <way>", "how the answer is obtained").choices([...answerModes]).default("text"))
    .option("--shots <n>", "number of examples before each question, from stories that are not asked", readWhole, 0)
    .option("--seed <text>", "seed of the examples and the sample", "1")
    .option("--repeats <n>", "number of times each question is asked", readWhole, 1)
    .option("--sample <n>", "ask about this number of items, drawn at random", readWhole)
    .option("--items <selection>", 'only these items, such as "order = 5, 6; marks = event" or "id = a, b"', "")
    .option("--prior-first", "for expressions of belief: continue only with the facts that the model knows")
    .option("--study <study>", "ask the items of this study in its wording: its name in links")
    .option("--limit <usd>", "stop before this amount is exceeded", readAmount)
    .addHelpText("after", help);
}

/** Formats an estimate: the cost, then each prompt with the conditions of people that its answers are compared with. */
function estimateLines(estimate: EvaluationEstimate): string[] {
  const prompts = (estimate.prompts ?? []).map(
    ({ label, comparedWith }) => `  ${label}: ${comparedWith.join("; ") || "not compared with people"}`,
  );
  return [formatEstimate(estimate), ...prompts, ...(estimate.leftOut ?? []).map(formatExcludedItems)];
}

function readWhole(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new InvalidArgumentError("must be a whole number");
}

/** An amount in US dollars. */
export function readAmount(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError("must be an amount in US dollars");
}

const help = `
Factors are crossed: every combination of the named levels is asked. A factor that is not named has its first level,
as in the form of the web interface. Levels with the same prompt are asked once. With --study, the conditions are
those of the study, each with the prompt that the study compares with people; --condition prompt=STYLE selects one of several.
--answer candidates uses the probabilities of the first word, likelihoods the probability of every answer as the end of the
prompt (completions endpoints).

Exit: 0 done, 1 refused with a reason, 2 usage error.`;
