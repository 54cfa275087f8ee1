import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { parse } from "node:path";
import { finished } from "node:stream/promises";
import { Option } from "commander";
import { ZodError } from "zod";
import { reportGuessability, summaryOfArtefacts } from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { generateTrainingSet, type SetGeneration } from "@/lib/domain/epistemic/artefacts/training-set.ts";
import { generateProblems } from "@/lib/domain/epistemic/mindgames/generate/generate.ts";
import {
  describeShortCell,
  type GeneratorProgress,
  type GeneratorResult,
} from "@/lib/domain/epistemic/mindgames/generate/generator-result.ts";
import {
  type GeneratorSettings,
  type PresetName,
  presets,
} from "@/lib/domain/epistemic/mindgames/generate/settings.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, UsageError, writeLine } from "../io.ts";
import { addSettingOptions, readGivenSettings } from "./setting-options.ts";

interface Options {
  preset: PresetName;
  seed: string;
  out?: string;
  guessability?: string;
  settings?: boolean;
}

export const addGenerate: AddCommand = (mindgames, io, finish) => {
  const command = mindgames
    .command("generate")
    .description("generate labelled problems as JSON lines with the fields of the release")
    .addOption(
      new Option(
        "--preset <name>",
        "paper: as the paper says; released: like the released test split; balanced: in pairs, all cells equal",
      )
        .choices(Object.keys(presets))
        .default("paper"),
    )
    .option("--seed <text>", "the same seed and settings give the same problems", "1")
    .option("--out <file>", "write to a file, or to FILE.SPLIT.jsonl for several splits, not to standard output")
    .option(
      "--guessability <file>",
      "write the accuracy of classifiers that learned from a disjoint set with another seed",
    )
    .option("--settings", "print the settings as JSON and generate nothing");
  addSettingOptions(command);
  command
    .addHelpText(
      "after",
      `
Every option overrides one setting of the preset; "parallax mindgames generate --settings" prints them all.
Premises that contradict themselves are dropped, a hypothesis is asked once of a premise whatever the names,
and labels are balanced within each setup. In pairs (--preset balanced, or --pairs) two premises give one
hypothesis opposite labels; setups, numbers of persons and announcements and depths get equal numbers, and the
cells that a setup does not permit are listed. Progress goes to standard error.

--guessability trains three lexical classifiers on a set generated with the same settings and another seed, three
times as large and without any problem of this one, and writes their accuracies with intervals as JSON.

Examples
  parallax mindgames generate --preset released --seed 7 --out problems.jsonl
  parallax mindgames generate --preset balanced --rows-per-setup forehead=400,internal=200 --out pairs.jsonl
  parallax mindgames generate --persons 5,6 --depths 2 --setups internal,explicit --rows-per-setup 100
  parallax mindgames generate --splits train=0.6,validation=0.2,test=0.2 --out problems.jsonl

Exit code: 0 done, 1 there are not enough different problems, 2 a setting is not possible.`,
    )
    .action(async (options: Options) => {
      const settings: GeneratorSettings = { ...presets[options.preset], ...readGivenSettings(command) };
      if (options.settings) {
        await writeLine(io.stdout, JSON.stringify(settings, null, 2));
        finish(0);
        return;
      }
      if (settings.splits.length > 1 && options.out === undefined) {
        throw new UsageError("several splits need --out, because each is written to its own file");
      }
      const result = await run(settings, options.seed, io);
      await writeLine(io.stderr, formatProgress(result.progress));
      if (!result.ok) {
        await writeLine(io.stderr, "parallax: there are not enough different problems with these settings:");
        for (const shortage of result.shortages) await writeLine(io.stderr, `  ${shortage}`);
        finish(1);
        return;
      }
      for (const cell of result.shortCells) await writeLine(io.stderr, `  ${cell.split}: ${describeShortCell(cell)}`);
      if (options.guessability !== undefined)
        await writeArtefactReport(options.guessability, result, { settings, seed: options.seed });
      for (const { name, rows } of result.splits) {
        await writeRows(
          rows,
          options.out === undefined ? null : splitPath(options.out, name, result.splits.length),
          io,
        );
      }
      finish(0);
    });
};

/** Runs the generator, and reports its progress in steps of 10% on standard error. */
async function run(settings: GeneratorSettings, seed: string, io: CommandIo) {
  try {
    const generator = generateProblems(settings, seededRandom(seed));
    let reportedTenths = 0;
    for (;;) {
      const step = generator.next();
      if (step.done) return step.value;
      const tenths = Math.floor((10 * step.value.found) / step.value.wanted);
      if (tenths > reportedTenths) await writeLine(io.stderr, `${10 * tenths}%  ${formatProgress(step.value)}`);
      reportedTenths = Math.max(reportedTenths, tenths);
    }
  } catch (problem) {
    if (!(problem instanceof ZodError)) throw problem;
    const { field, message } = firstProblem(problem);
    throw new UsageError(`the setting ${field} is not possible: ${message}`, { cause: problem });
  }
}

async function writeArtefactReport(
  path: string,
  { splits }: Pick<GeneratorResult, "splits">,
  generation: Pick<SetGeneration, "settings" | "seed">,
): Promise<void> {
  const rows = splits.flatMap((split) => split.rows);
  const training = generateTrainingSet(rows, generation);
  const report = reportGuessability(rows, training.rows, training.seed);
  try {
    await writeFile(path, `${JSON.stringify(summaryOfArtefacts(report), null, 2)}\n`);
  } catch (problem) {
    throw new UsageError(`cannot write ${path}: ${(problem as Error).message}`, { cause: problem });
  }
}

function formatProgress(progress: GeneratorProgress): string {
  const { found, wanted, premisesDrawn, contradictory, oneSided } = progress;
  return `${found} of ${wanted} problems; ${premisesDrawn} premises drawn, ${contradictory} contradictory, ${oneSided} with one label only`;
}

function splitPath(out: string, split: string, splits: number): string {
  if (splits === 1) return out;
  const { dir, name, ext } = parse(out);
  return `${dir === "" ? "" : `${dir}/`}${name}.${split}${ext === "" ? ".jsonl" : ext}`;
}

async function writeRows(rows: MindgamesRow[], path: string | null, io: CommandIo): Promise<void> {
  if (path === null) {
    for (const row of rows) await writeLine(io.stdout, JSON.stringify(row));
    return;
  }
  const stream = createWriteStream(path);
  const completion = finished(stream);
  try {
    for (const row of rows) await Promise.race([writeLine(stream, JSON.stringify(row)), completion]);
    stream.end();
    await completion;
  } catch (problem) {
    throw new UsageError(`cannot write ${path}: ${(problem as Error).message}`, { cause: problem });
  }
}
