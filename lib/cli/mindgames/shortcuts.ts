import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { InvalidArgumentError } from "commander";
import {
  type Accuracy,
  type ArtefactReport,
  reportArtefacts,
  summaryOfArtefacts,
} from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { sliceNames } from "@/lib/domain/epistemic/artefacts/slices.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { formatShare } from "../../domain/format/figures.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { readRows } from "./read-rows.ts";

export const addShortcuts: AddCommand = (mindgames, io, finish) => {
  mindgames
    .command("shortcuts")
    .description("measure how many labels lexical baselines guess without reasoning")
    .argument("<file>", "JSON lines with the fields of the release, or - for standard input")
    .option("--folds <n>", "folds of the cross-validation", parseFolds, 5)
    .option("--seed <text>", "seed of the folds", "1")
    .option("--rows <file>", "also write the rows with each baseline's guess, confidence and difficulty as columns")
    .option("--json", "print the report as one JSON object")
    .addHelpText(
      "after",
      `
Three baselines (TF-IDF with logistic regression; names replaced by their order of mention) guess the label of
each row after learning from the rows of other premises:
  hypothesis_only  sees the hypothesis
  premise_blind    sees the hypothesis, the setup and the numbers of persons and announcements
  lexical          sees the words of premise and hypothesis without their order
Accuracies are given with 95% intervals clustered by premise, for the whole set and sliced
by ${sliceNames.join(", ")}.
All rows are held in memory.

Exit code: 0 done, 1 a row is malformed or there are too few premises, 2 the file cannot be read.`,
    )
    .action(async (file: string, options: { folds: number; seed: string; rows?: string; json?: boolean }) => {
      const rows: MindgamesRow[] = [];
      for await (const row of readRows(file, io)) rows.push(row);
      const result = reportArtefacts(rows, options.folds, seededRandom(options.seed));
      if (!result.ok) throw new InputError(`${file} has fewer than two different premises to learn from`);
      const { report } = result;
      if (options.rows !== undefined) await writeRows(options.rows, rows, report);
      if (options.json) await writeLine(io.stdout, JSON.stringify(summaryOfArtefacts(report)));
      else await writeReport(report, io);
      finish(0);
    });
};

function parseFolds(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 2)
    throw new InvalidArgumentError("The value must be a whole number of at least 2.");
  return value;
}

async function writeReport(report: ArtefactReport, io: CommandIo): Promise<void> {
  const { rows, premises, folds, majority, baselines } = report;
  await writeLine(
    io.stdout,
    `${rows} rows about ${premises} premises, ${folds} folds; the more frequent label has ${formatShare(majority)}`,
  );
  for (const { name, sees, accuracy, slices } of baselines) {
    await writeLine(io.stdout, "");
    await writeLine(io.stdout, `${name}  ${formatAccuracy(accuracy)}`);
    await writeLine(io.stdout, `  sees ${sees}`);
    for (const slice of sliceNames) {
      for (const [index, { value, accuracy, majority }] of slices[slice].entries()) {
        const heading = (index === 0 ? slice : "").padEnd(18);
        await writeLine(
          io.stdout,
          `  ${heading}${value.padEnd(16)}${formatAccuracy(accuracy)}  more frequent label ${formatShare(majority)}`,
        );
      }
    }
  }
}

function formatAccuracy({ n, estimate, low, high }: Accuracy): string {
  const interval = low === null || high === null ? "no interval" : `${formatShare(low)} to ${formatShare(high)}`;
  return `${estimate === null ? "none" : formatShare(estimate)} (${interval}, n = ${n})`;
}

/**
 * Writes the rows with three additional columns for each baseline classifier. Their names follow the released columns
 * of the authors' classifier.
 */
async function writeRows(path: string, rows: MindgamesRow[], report: ArtefactReport): Promise<void> {
  const stream = createWriteStream(path);
  const completion = finished(stream);
  try {
    for (const [index, row] of rows.entries()) {
      const columns = report.baselines.flatMap(({ name, guesses }) => {
        const { pred, confidence, difficulty } = guesses[index]!;
        return [
          [`${name}_pred`, pred],
          [`${name}_confidence`, confidence],
          [`${name}_difficulty`, difficulty],
        ];
      });
      await Promise.race([writeLine(stream, JSON.stringify({ ...row, ...Object.fromEntries(columns) })), completion]);
    }
    stream.end();
    await completion;
  } catch (problem) {
    throw new UsageError(`cannot write ${path}: ${(problem as Error).message}`, { cause: problem });
  }
}
