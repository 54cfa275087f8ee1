import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { InvalidArgumentError, Option } from "commander";
import {
  documentLine,
  documentsFile,
  examplesFile,
  type TaskFormat,
  taskFiles,
  taskFormats,
} from "../domain/interchange/model-tasks/task-files.ts";
import type { ItemRow } from "../domain/items/item.ts";
import { splitExamples } from "../domain/models/evaluation/few-shot.ts";
import { taskDocument } from "../domain/models/task-document.ts";
import { slugify } from "../domain/slug.ts";
import { eachBenchmarkRow } from "../server/items/read-benchmark-rows.ts";
import { withDatabase } from "./database.ts";
import { prepareFolder } from "./export/write-file.ts";
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
  out: string;
}

/** `parallax tasks`: a benchmark under a condition, as other tools ask it of models. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("tasks")
    .description("Write a benchmark under a condition as tasks for models: prompts, lm-evaluation-harness, Inspect.")
    .option("--benchmark <name>", "the benchmark; needed where there are several")
    .option("--project <slug>", "project of the benchmark; needed where there are several")
    .addOption(new Option("--format <format>", "what to write").choices([...taskFormats]).default("prompts"))
    .option("--condition <level>", "a factor and its level, such as prompt=simplified; may be repeated", addLevel, {})
    .option("--shots <n>", "examples before each question, from stories that are not asked about", readShots, 0)
    .option("--seed <text>", "draws the examples", "parallax")
    .requiredOption("--out <dir>", "folder to write to; made if need be, and it must be empty")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      await prepareFolder(options.out);
      const { asked, examples } = await withDatabase(() => write(options));
      await writeLine(
        io.stdout,
        `${asked} questions${examples > 0 ? ` and ${examples} examples` : ""} written to ${options.out}.`,
      );
      finish(0);
    });
};

async function write({ benchmark, project, format, condition, shots, seed, out }: Options) {
  const { id, name } = await chooseBenchmark(await findProject(project), benchmark);
  const rows: ItemRow[] = [];
  if (shots > 0) await eachBenchmarkRow(id, async (row) => void rows.push(row));
  const { examples } = splitExamples(rows, { shots, seed }, ({ story }) => story.id);
  const stories = new Set(examples.map(({ story }) => story.id));
  const line = (row: ItemRow) => documentLine(taskDocument(row, condition, row.canary ?? ""), format);
  if (shots > 0) await writeFile(join(out, examplesFile), examples.map((row) => `${line(row)}\n`).join(""));
  const stream = createWriteStream(join(out, documentsFile));
  let [asked, hasChoices] = [0, true];
  await eachBenchmarkRow(id, async (row) => {
    if (stories.has(row.story.id)) return;
    asked += 1;
    hasChoices &&= taskDocument(row, condition, "").choices.length > 1;
    await writeLine(stream, line(row));
  });
  stream.end();
  await finished(stream);
  const files = taskFiles(format, { name: slugify(name).replaceAll("-", "_") || "benchmark", shots, hasChoices });
  for (const [file, text] of Object.entries(files)) await writeFile(join(out, file), text);
  return { asked, examples: examples.length };
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

The prompts are rendered by the function that renders the screens of people. What comes back is imported by "parallax import
predictions": records are matched to their items by id, fingerprint or text, and verified by the prompt that was logged.
Examples are drawn by --seed; the stories that they are about are not asked.

Exit: 0 written, 2 the command was used wrongly.

Example:
  parallax tasks --benchmark "Seven stories (demo)" --format lm-eval --condition prompt=simplified --out task`;
