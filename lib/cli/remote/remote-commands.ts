import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { ItemImportReport, PredictionImportReport } from "../../domain/interchange/import-report.ts";
import { createReadError } from "../cannot-read.ts";
import { pickProject } from "../find-project.ts";
import { pickBenchmark } from "../import/choose-benchmark.ts";
import { addLevel } from "../import/open-predictions.ts";
import { printItemReport, printPredictionReport } from "../import/print-report.ts";
import { type CommandIo, type ExitCode, InputError, UsageError, writeLine } from "../io.ts";
import type { ApiClient } from "./api-client.ts";

interface NamedObject {
  id: string;
  name: string;
  slug: string;
}

type FormattedReport<Report> = Report & { format: string; isDryRun: boolean };

type Finish = (code: ExitCode) => void;

/** Adds the commands of `parallax --server URL`. They use the API and need no database on this machine. */
export function registerRemoteCommands(program: Command, api: ApiClient, io: CommandIo, finish: Finish): void {
  addRequest(program, api, io, finish);
  addImport(program, api, io, finish);
  addExport(program, api, io, finish);
  addSimulate(program, api, io, finish);
}

function addRequest(program: Command, api: ApiClient, io: CommandIo, finish: Finish): void {
  program
    .command("api")
    .description("send one request to the API and print the response as JSON; /help/api lists all operations")
    .argument("<method>", "GET, POST, PUT or DELETE")
    .argument("<path>", "the path after /api/v1, such as /projects")
    .option("--body <file>", "a file with the JSON of the request")
    .action(async (method: string, path: string, { body }: { body?: string }) => {
      if (!path.startsWith("/")) throw new UsageError(`the path must start with "/", not "${path}"`);
      const requestBody = body === undefined ? undefined : await readJsonFile(body);
      await writeLine(io.stdout, JSON.stringify(await api.request(method.toUpperCase(), path, requestBody), null, 2));
      finish(0);
    });
}

async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw createReadError(file, error);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

async function findRemoteProject(api: ApiClient, slug: string | undefined): Promise<NamedObject> {
  const { projects } = (await api.request("GET", "/projects")) as { projects: NamedObject[] };
  return pickProject(projects, slug);
}

interface ItemOptions {
  benchmark: string;
  project?: string;
  column: Record<string, string>;
  kind?: string;
  language: string;
  reason?: string;
  dryRun?: boolean;
  json?: boolean;
}

interface PredictionOptions {
  benchmark?: string;
  project?: string;
  source: string;
  format: string;
  model?: string;
  condition: Record<string, string>;
  dryRun?: boolean;
  json?: boolean;
}

function addImport(program: Command, api: ApiClient, io: CommandIo, finish: Finish): void {
  const command = program.command("import").description("send a file of items or predictions to the installation");
  command
    .command("items")
    .description("Import an item file into a benchmark, which is created if it does not exist.")
    .argument("<file>", "the item file")
    .requiredOption("--benchmark <name>", "name of the benchmark")
    .option("--dry-run", "report what would happen without storing anything")
    .option("--column <part>", "a part of an item and its column, such as text=Question; may be repeated", addLevel, {})
    .option("--kind <kind>", "kind of a table's items, if there is no such column")
    .addOption(new Option("--language <language>", "of ToMBench").choices(["en", "zh"]).default("en"))
    .option("--reason <text>", "why keys are corrected; required if a frozen study has the items")
    .option("--project <slug>", "project that the benchmark belongs to; required if there are several")
    .option("--json", "print the report as one JSON object")
    .action(async (file: string, { project, column, json, ...options }: ItemOptions) => {
      const { id } = await findRemoteProject(api, project);
      const query = { ...options, fileName: basename(file), columns: JSON.stringify(column) };
      const report = (await api.upload(`/projects/${id}/items`, file, query)) as FormattedReport<ItemImportReport>;
      await printItemReport(report, file, json ?? false, io, report);
      finish(report.rejected > 0 || report.balance?.ok === false ? 1 : 0);
    });
  command
    .command("predictions")
    .description("Import model answers, from a prediction file or the log of another tool.")
    .argument("<file>", "the prediction file")
    .option("--benchmark <name>", "benchmark that the items belong to; required if there are several")
    .option("--format <format>", "the format of the file", "auto")
    .option("--dry-run", "report what would happen without storing anything")
    .option("--model <name>", "the model, if the log does not name it")
    .option("--condition <level>", "a factor and level of a log's answers; may be repeated", addLevel, {})
    .option("--source <name>", "name of this run, which distinguishes two runs of one model", "import")
    .option("--project <slug>", "project of the benchmark; required if there are several")
    .option("--json", "print the report as one JSON object")
    .action(async (file: string, { project, benchmark, condition, json, ...options }: PredictionOptions) => {
      const { id } = await findRemoteProject(api, project);
      const response = (await api.request("GET", `/projects/${id}/benchmarks`)) as { benchmarks: NamedObject[] };
      const levels = Object.entries(condition).map((level) => level.join("="));
      const query = { ...options, fileName: basename(file), condition: levels.join(";") };
      const path = `/benchmarks/${pickBenchmark(response.benchmarks, benchmark).id}/predictions`;
      const report = (await api.upload(path, file, query)) as FormattedReport<PredictionImportReport>;
      await printPredictionReport(report, file, json ?? false, io, report);
      finish(report.rejected > 0 ? 1 : 0);
    });
}

function addExport(program: Command, api: ApiClient, io: CommandIo, finish: Finish): void {
  program
    .command("export")
    .description("save a study's answers, participants, items, log of slots and codebook as a zip archive")
    .argument("<study>", "the study: its name in links or its id")
    .requiredOption("--out <file>", "the archive to write; must not exist")
    .option("--format <format>", "csv, jsonl or bundle", "csv")
    .option("--level <level>", "anonymous, coded or identified", "coded")
    .option("--spreadsheet", "CSV that is safe to open in a spreadsheet")
    .action(async (study: string, options: { out: string; format: string; level: string; spreadsheet?: boolean }) => {
      const { out, spreadsheet, ...query } = options;
      await api.download(`/studies/${encodeURIComponent(study)}/export`, out, {
        ...query,
        spreadsheet: spreadsheet ? "1" : "0",
      });
      await writeLine(io.stdout, `Written to ${out}.`);
      finish(0);
    });
}

interface SimulationState {
  state: "working" | "done" | "failed";
  reason?: string;
  result?: { study: string; finished: number; left: number; turnedAway: number };
}

function addSimulate(program: Command, api: ApiClient, io: CommandIo, finish: Finish): void {
  program
    .command("simulate")
    .description("run scripted participants through a simulation of a study and wait for them")
    .requiredOption("--study <study>", "the study: its name in links or its id")
    .requiredOption("--participants <n>", "number of participants who arrive", Number)
    .requiredOption("--seed <seed>", "seed of all random draws")
    .option("--accuracy <share>", "probability that an answer is right", Number, 0.8)
    .option("--drop-out <share>", "share of participants who leave after their slot was claimed", Number, 0.15)
    .option("--json", "print the result as one JSON object")
    .action(async ({ study, json, ...profile }: { study: string; json?: boolean }) => {
      const path = `/studies/${encodeURIComponent(study)}/simulations`;
      await api.request("POST", path, profile);
      const { result, reason } = await waitForSimulation(api, path);
      if (!result) throw new InputError(`the simulation failed: ${reason}`);
      const { study: slug, finished, left, turnedAway } = result;
      const text = `Study ${slug}: ${finished} finished, ${left} left, ${turnedAway} found no free slot.`;
      await writeLine(io.stdout, json ? JSON.stringify(result) : text);
      finish(0);
    });
}

async function waitForSimulation(api: ApiClient, path: string): Promise<SimulationState> {
  for (;;) {
    const state = (await api.request("GET", `${path}/latest`)) as SimulationState | null;
    if (state && state.state !== "working") return state;
    await pause(1_000);
  }
}
