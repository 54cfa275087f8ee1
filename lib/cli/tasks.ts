import { InvalidArgumentError, Option } from "commander";
import { type TaskFormat, taskFormats } from "../domain/interchange/model-tasks/task-files.ts";
import { formatExcludedItems } from "../domain/models/evaluation/estimate.ts";
import { readSelection } from "../server/models/read-selection.ts";
import { writeTasks } from "../server/models/tasks/write-tasks.ts";
import { withDatabase } from "./database.ts";
import { prepareFolder, writeExportFile } from "./export/write-file.ts";
import { findProject } from "./find-project.ts";
import { chooseBenchmark } from "./import/choose-benchmark.ts";
import { addLevel } from "./import/open-predictions.ts";
import { writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

interface Options {
  benchmark?: string;
  project?: string;
  format: TaskFormat;
  condition: Record<string, string>;
  shots: number;
  seed: string;
  items: string;
  out: string;
}

/** `parallax tasks`: exports a benchmark under one condition as tasks for other evaluation tools. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("tasks")
    .description("Write a benchmark under a condition as tasks for models: prompts, lm-evaluation-harness, Inspect.")
    .option("--benchmark <name>", "the benchmark; required if there are several")
    .option("--project <slug>", "project of the benchmark; required if there are several")
    .addOption(new Option("--format <format>", "what to write").choices([...taskFormats]).default("prompts"))
    .option("--condition <level>", "a factor and its level, such as prompt=simplified; may be repeated", addLevel, {})
    .option("--shots <n>", "number of examples before each question, from stories that are not asked", readShots, 0)
    .option("--seed <text>", "seed of the examples", "parallax")
    .option("--items <selection>", 'only these items, such as "order = 5, 6; marks = event" or "id = a, b"', "")
    .requiredOption("--out <dir>", "folder to write to; created if missing; must be empty")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      await prepareFolder(options.out);
      const { asked, examples, leftOut } = await withDatabase(() => write(options));
      if (leftOut.length > 0)
        await writeLine(
          io.stderr,
          formatExcludedItems({ label: "this condition", of: asked + leftOut.length, items: leftOut }),
        );
      await writeLine(
        io.stdout,
        `${asked} questions${examples > 0 ? ` and ${examples} examples` : ""} written to ${options.out}.`,
      );
      finish(0);
    });
};

async function write({ benchmark: name, project, out, items, ...how }: Options) {
  const benchmark = await chooseBenchmark(await findProject(project), name);
  const request = { ...how, benchmark, kind: null, items: readSelection(items) };
  return writeTasks(request, (file) => writeExportFile(out, file));
}

function readShots(text: string): number {
  const shots = Number(text);
  if (Number.isInteger(shots) && shots >= 0 && shots <= 100) return shots;
  throw new InvalidArgumentError("must be a whole number from 0 to 100");
}

const help = `
prompts   documents.jsonl: id, item, condition, prompt, choices, gold, contentFingerprint, presentationFingerprint, canary
lm-eval   the same, and tasks NAME_mc (likelihoods of the choices) and NAME_generate for lm-evaluation-harness
inspect   documents.jsonl as a dataset of Inspect, and task.py

The prompts are rendered by the same function as the screens of participants. Import the logs with "parallax import
predictions": records are matched to their items by id, fingerprint or text, and verified by the logged prompt.
Examples are drawn by --seed; items about their stories are not asked. Under a condition that highlights words, items without
such words are omitted and listed.

Exit: 0 written, 2 usage error.

Example:
  parallax tasks --benchmark "Seven stories (demo)" --format lm-eval --condition prompt=simplified --out task`;
