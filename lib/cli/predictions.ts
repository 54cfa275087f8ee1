import { basename } from "node:path";
import { Option } from "commander";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { type Inspection, summariseLog } from "@/lib/domain/interchange/model-logs/summarise.ts";
import { readableKinds } from "@/lib/domain/models/read-output/vocabulary.ts";
import { openLog } from "@/lib/server/interchange/model-logs/open-log.ts";
import { createReadError } from "./cannot-read.ts";
import { type CommandIo, writeLine } from "./io.ts";
import { addReparseCommand } from "./predictions/reread.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax predictions`: inspects files with model answers, and parses stored texts again. */
export const register: RegisterCommand = (program, io, finish) => {
  const command = program.command("predictions").description("Inspect files with model answers.");
  command
    .command("inspect")
    .description("Recognise files with model answers by their content and summarise them.")
    .argument("<file...>", "the files")
    .addOption(
      new Option("--kind <kind>", "read the model's texts as answers to this kind of item").choices(readableKinds),
    )
    .option("--json", "print one JSON object per file, with all its rows")
    .addHelpText("after", help)
    .action(async (files: string[], options: { kind?: string; json?: boolean }) => {
      finish((await inspectAll(files, options, io)) ? 0 : 1);
    });
  addReparseCommand(command, io, finish);
};

/** Inspects all files. Returns whether every file can be used. */
async function inspectAll(
  files: string[],
  options: { kind?: string; json?: boolean },
  io: CommandIo,
): Promise<boolean> {
  let isSound = true;
  const totals: { file: string; model: string | null }[] = [];
  let hasSamples = false;
  for (const file of files) {
    try {
      const log = await openLog(file);
      if ("totals" in log) {
        totals.push({ file, model: log.model });
        continue;
      }
      const inspection = await summariseLog({ ...log, file }, options.kind);
      hasSamples ||= log.format === "lm-eval";
      await printInspection(inspection, log.remarks, options.json ?? false, io);
    } catch (error) {
      if (isFileMissing(error)) throw createReadError(file, error);
      if (!(error instanceof UnusableLogError)) throw error;
      isSound = false;
      io.stderr.write(`${basename(file)}: ${error.message}.\n`);
    }
  }
  for (const { file, model } of totals) {
    if (hasSamples) await printTotals(file, model, options.json ?? false, io);
    else {
      isSound = false;
      io.stderr.write(
        `${basename(file)}: the file contains totals of lm-evaluation-harness but no answers; provide its samples_*.jsonl.\n`,
      );
    }
  }
  return isSound;
}

async function printInspection(
  { summary, reasons }: Inspection,
  remarks: string[],
  json: boolean,
  io: CommandIo,
): Promise<void> {
  const name = basename(summary.file);
  for (const remark of remarks) io.stderr.write(`${name}: ${remark}.\n`);
  for (const [reason, count] of reasons) io.stderr.write(`${name}: ${count > 1 ? `${count} times: ` : ""}${reason}\n`);
  if (json) return writeLine(io.stdout, JSON.stringify(summary));
  const { format, model, samples, items, answered, unparsed, rejected, repeated } = summary;
  const counts = `${samples} samples of ${items} items: ${answered} answered, ${unparsed} unparsed, ${rejected} rejected${repeated > 0 ? `, ${repeated} repeated` : ""}`;
  return writeLine(io.stdout, `${name}  ${format}  ${model ?? "model not named"}  ${counts}`);
}

/**
 * Prints a results file that was given together with its samples. Such a file names the model and contains totals only.
 */
async function printTotals(file: string, model: string | null, json: boolean, io: CommandIo): Promise<void> {
  const empty = { samples: 0, items: 0, answered: 0, unparsed: 0, rejected: 0, rows: [] };
  if (json) return writeLine(io.stdout, JSON.stringify({ file, format: "lm-eval", model, ...empty }));
  return writeLine(io.stdout, `${basename(file)}  lm-eval  ${model ?? "model not named"}  totals only`);
}

function isFileMissing(error: unknown): error is Error {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "EACCES", "EISDIR", "ENOTDIR"].includes(String(error.code))
  );
}

const help = `
Formats: parallax (Parallax's JSON lines, CSV, JSON array), lm-eval (samples_*.jsonl of lm-evaluation-harness, old and new),
inspect-json and inspect-eval (Inspect logs), openai-chat, openai-completions, openai-batch, eob-csv (results of the authors
of paper 004), csv (columns for item and answer). They are recognised by content, not by the file's name.

Prints one line per file. samples counts all records, accepted or rejected; items counts distinct ids, regardless of filters,
epochs, choices and repeats. Without --kind, the answer is the one recorded in the log; with it, the answer read from the
model's text. correct is the verdict of the log; null if there is none, or if it is neither right nor wrong.

Exit: 0 every file is reliable, 1 a file is not (the reason is on standard error), 2 usage error.

Example:
  parallax predictions inspect samples_mindgames_2026-05-04.jsonl --kind true-false --json`;
