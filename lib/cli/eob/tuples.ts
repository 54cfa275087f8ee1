import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Option } from "commander";
import {
  buildTuples,
  type FilterName,
  filterDescriptions,
  filterNames,
  paperSettings,
} from "../../domain/beliefs/popqa/build-tuples.ts";
import { type PopQaRow, popQaColumns, readPopQaRow } from "../../domain/beliefs/popqa/read-row.ts";
import { formatTuple } from "../../domain/beliefs/tuple.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { inputTable } from "./read-table.ts";
import { readTuples } from "./read-tuples.ts";

interface TuplesOptions {
  format: "popqa" | "authors";
  seed: string;
  pool: string;
  cap: string;
  links: string;
  report?: string;
}

/** The number of rows by outcome: given = tuples + refused + repeated + the sum of removed. */
interface TuplesReport {
  format: string;
  given: number;
  tuples: number;
  repeated: number;
  refused: { line: number; field: string; message: string }[];
  removed: Partial<Record<FilterName, number>>;
  notes: { line: number; field: string; message: string }[];
}

/** `parallax eob tuples`: checks the authors' tuples, or makes tuples from PopQA rows. */
export const addTuples: AddCommand = (eob, io, finish) => {
  eob
    .command("tuples")
    .description(
      "Create fact tuples, each with a false object: check the authors' JSON lines, or filter PopQA rows (TSV or CSV). Tuples go to standard output as JSON lines, the report on every row to standard error. Exit code 1 if a row was refused.",
    )
    .argument("<file>", 'the file to read, "-" for standard input')
    .addOption(
      new Option("--format <format>", "the format of the file").choices(["popqa", "authors"]).makeOptionMandatory(),
    )
    .option("--seed <seed>", "popqa: seed of all random draws", String(paperSettings.seed))
    .option("--pool <n>", "popqa: first cap per relation", String(paperSettings.relationPool))
    .option("--cap <n>", "popqa: final cap per relation", String(paperSettings.relationCap))
    .option(
      "--links <n>",
      "popqa: minimum number of facts in which an object occurs",
      String(paperSettings.minimumLinks),
    )
    .option("--report <file>", "also write the report as JSON, with every refusal and note")
    .addHelpText("after", `\nFilters for popqa, in this order:\n${describeFilters()}`)
    .action(async (file: string, options: TuplesOptions) => {
      const report =
        options.format === "authors" ? await convertAuthorTuples(file, io) : await convertPopQa(file, options, io);
      if (options.report) await writeReport(options.report, report);
      await printReport(report, io);
      finish(report.refused.length === 0 ? 0 : 1);
    });
};

async function convertAuthorTuples(file: string, io: CommandIo): Promise<TuplesReport> {
  const report = emptyReport("authors");
  for await (const line of readTuples(file, io)) {
    report.given += 1;
    switch (line.kind) {
      case "tuple":
        report.tuples += 1;
        report.notes.push(...line.notes.map(({ field, message }) => ({ line: line.line, field, message })));
        await writeLine(io.stdout, JSON.stringify(formatTuple(line.tuple)));
        break;
      case "repeated":
        report.repeated += 1;
        report.notes.push({ line: line.line, field: "", message: `repeats line ${line.firstLine}` });
        break;
      case "refused":
        report.refused.push({ line: line.line, field: line.field, message: line.message });
        break;
    }
  }
  return report;
}

async function convertPopQa(file: string, options: TuplesOptions, io: CommandIo): Promise<TuplesReport> {
  const report = emptyReport("popqa");
  const rows: PopQaRow[] = [];
  for await (const record of inputTable(file, io)) {
    report.given += 1;
    if (!record.ok) {
      report.refused.push({ line: record.line, field: "", message: record.message });
      continue;
    }
    if (report.given === 1) requireColumns(file, record.row.cells);
    const read = readPopQaRow(record.row.cells, record.row.line);
    if (read.ok) {
      rows.push(read.row);
      report.notes.push(...read.notes);
    } else report.refused.push(read.problem);
  }
  const result = buildTuples(rows, {
    ...paperSettings,
    seed: options.seed,
    relationPool: wholeNumber("--pool", options.pool),
    relationCap: wholeNumber("--cap", options.cap),
    minimumLinks: wholeNumber("--links", options.links),
  });
  for (const tuple of result.tuples) await writeLine(io.stdout, JSON.stringify(formatTuple(tuple)));
  return { ...report, tuples: result.tuples.length, removed: result.removed };
}

function requireColumns(file: string, cells: Record<string, string>): void {
  const missing = popQaColumns.filter((column) => cells[column] === undefined);
  if (missing.length > 0) throw new InputError(`${file} has no column ${missing.join(", ")}`);
}

function emptyReport(format: string): TuplesReport {
  return { format, given: 0, tuples: 0, repeated: 0, refused: [], removed: {}, notes: [] };
}

const maxShownLines = 20;

async function printReport(report: TuplesReport, io: CommandIo): Promise<void> {
  const say = (line: string) => writeLine(io.stderr, line);
  await say(`rows given: ${report.given}`);
  for (const name of filterNames) {
    const removedCount = report.removed[name];
    if (removedCount !== undefined) await say(`  removed by ${name}: ${removedCount} (${filterDescriptions[name]})`);
  }
  if (report.repeated > 0) await say(`  repeated: ${report.repeated}`);
  await say(`  refused: ${report.refused.length}`);
  await say(`tuples: ${report.tuples}`);
  for (const [title, list] of [
    ["refused", report.refused],
    ["note", report.notes],
  ] as const) {
    for (const { line, field, message } of list.slice(0, maxShownLines)) {
      await say(`${title}: line ${line}${field ? `, ${field}` : ""}: ${message}`);
    }
    if (list.length > maxShownLines) await say(`${title}: and ${list.length - maxShownLines} more (see --report)`);
  }
}

async function writeReport(path: string, report: TuplesReport): Promise<void> {
  const stream = createWriteStream(path);
  stream.end(`${JSON.stringify(report, null, 1)}\n`);
  await once(stream, "finish");
}

function describeFilters(): string {
  return filterNames.map((name) => `  ${name.padEnd(20)} ${filterDescriptions[name]}`).join("\n");
}

/** Parses an option whose value must be a whole number of at least 1. */
export function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new UsageError(`${option} must be a whole number of at least 1, not "${text}"`);
  return number;
}
