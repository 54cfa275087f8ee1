import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidArgumentError } from "commander";
import type { MissingPart } from "../domain/replicate/observation.ts";
import { listExplainedValues } from "../domain/replicate/paper-table.ts";
import { replicatedPapers } from "../domain/replicate/papers.ts";
import { createReport } from "../domain/replicate/report.ts";
import { replicationFiles } from "../domain/replicate/table-files.ts";
import { statusLabel } from "../domain/results/plan/result-status.ts";
import { askModels } from "../server/models/evaluations/run-evaluation.ts";
import { evaluationJobKind } from "../server/models/evaluations/store-evaluation.ts";
import { installation } from "../server/platform/access/access.ts";
import { AppError } from "../server/platform/errors/app-error.ts";
import { withTemporaryFolder } from "../server/platform/files/temporary-folder.ts";
import { startJobWorker } from "../server/platform/jobs/job-worker.ts";
import { recordReplicationView } from "../server/replicate/record-replication-view.ts";
import { type ReplicationResult, replicatePaper } from "../server/replicate/replicate-paper.ts";
import { withDatabase } from "./database.ts";
import { findProject } from "./find-project.ts";
import { type CommandIo, UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

interface Options {
  data: string;
  endpoint?: string[];
  logs?: string[];
  study?: string;
  project?: string;
  maxCost?: number;
  out: string;
  json?: boolean;
}

/** `parallax replicate`: computes a paper's tables from its released data. The command can be repeated. */
export const register: RegisterCommand = (program, io, finish) => {
  const list = replicatedPapers.map(({ id, label, data }) => `  ${id.padEnd(15)} ${label}; data: ${data}`).join("\n");
  program
    .command("replicate")
    .description("Replicate a paper: from its released data to its tables, with printed and replicated values.")
    .argument("<paper>", `one of ${replicatedPapers.map(({ id }) => id).join(", ")}`)
    .requiredOption("--data <path>", "the released data (a file, folder or zip), or the name of a benchmark with them")
    .option("--endpoint <name...>", "endpoints to evaluate; their names are the names of the models")
    .option("--logs <path...>", "logs of models, or folders or zip archives of logs")
    .option("--study <slug>", "a study of the same items, instead of a new one")
    .option("--project <slug>", "the project; required if there are several")
    .option("--max-cost <usd>", "cost limit; required for an endpoint with a price", readUsd)
    .requiredOption("--out <dir>", "folder for the tables, figures and report.json")
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", `\nPapers:\n${list}\n${help}`)
    .action(async (paper: string, options: Options) => {
      if (!replicatedPapers.some(({ id }) => id === paper))
        throw new UsageError(
          `paper must be one of ${replicatedPapers.map(({ id }) => id).join(", ")}, not ${JSON.stringify(paper)}`,
        );
      await requireFolder(options.out);
      const result = await withDatabase(() => run(paper, options, io));
      await writeFiles(options.out, result);
      const report = createReport(result.replication);
      for (const line of options.json ? [JSON.stringify(report)] : formatSummary(result, options.out))
        await writeLine(io.stdout, line);
      finish(report.missing.length === 0 ? 0 : 1);
    });
};

const help = `
Creates a benchmark from the data and studies from the paper's presets, asks the endpoints or imports the logs, and writes
every table (CSV, Markdown, LaTeX) and figure (SVG) with the printed value, the replicated value and its 95% interval, and
report.json: {"rows":[{"table","row","column","printed","ours","n","interval","status"}],"missing":[{"what","why"}]}, shares
between 0 and 1; a row without a computed value has "why". People whose data are not locked are "interim": they have
estimates and intervals, and are not tested. Human answers are not simulated: their columns show "no people
yet", and the studies can be opened.

Running the same command again continues the replication; answered questions are not asked again.

Exit: 0 complete, 1 with entries in "missing", 2 usage error.

Example:
  parallax replicate kste2025 --data Act-on-Known --endpoint "GPT-4o" --max-cost 40 --out replication`;

async function run(paper: string, options: Options, io: CommandIo): Promise<ReplicationResult> {
  const { data, endpoint = [], logs = [], study = null, maxCost = null } = options;
  const project = await findProject(options.project);
  const exists = await stat(data).then(
    () => true,
    () => false,
  );
  const controller = new AbortController();
  const abort = () => controller.abort(new UsageError("Stopped. The same command continues."));
  process.once("SIGINT", abort).once("SIGTERM", abort);
  const worker = startJobWorker({ [evaluationJobKind]: askModels() }, 1);
  // Keeps the process alive; the worker's timers do not.
  const keepAlive = setInterval(() => undefined, 60_000);
  try {
    const request = {
      projectId: project.id,
      paper,
      data: exists || /[/\\]/.test(data) ? { path: data } : { benchmark: data },
      endpoints: endpoint,
      logs,
      study,
      maxCostUsd: maxCost,
    };
    const watch = { onProgress: (words: string) => void io.stderr.write(`${words}\n`), signal: controller.signal };
    const result = await withTemporaryFolder((folder) => replicatePaper(installation, request, watch, folder));
    await recordReplicationView(installation, result.studies);
    return result;
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(prefixOption(error));
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error;
  } finally {
    process.off("SIGINT", abort).off("SIGTERM", abort);
    clearInterval(keepAlive);
    await worker.stop();
  }
}

/** Prefixes an error message with the option that it concerns. */
function prefixOption({ field, message }: AppError): string {
  const option = field === "maxCost" ? "--max-cost" : field === undefined ? null : `--${field}`;
  return option === null ? message : `${option}: ${message}`;
}

async function requireFolder(path: string): Promise<void> {
  const stats = await stat(path).catch(() => null);
  if (stats && !stats.isDirectory()) throw new UsageError(`--out: ${path} is a file, not a folder`);
  await mkdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out: ${path} cannot be created (${error.code ?? "error"})`);
  });
}

async function writeFiles(folder: string, { replication }: ReplicationResult): Promise<void> {
  for (const { name, content } of replicationFiles(replication)) await writeFile(join(folder, name), content);
}

/** Maximum number of printed entries. All entries are in report.json. */
const maxListed = 20;

function formatSummary({ replication, benchmark, studies }: ReplicationResult, folder: string): string[] {
  const { rows, missing } = createReport(replication);
  const computedCount = rows.filter((row) => row.ours !== null).length;
  const printed = rows.filter((row) => row.printed !== null);
  const compared = printed.filter((row) => row.ours !== null).length;
  const hasPeople = replication.tables.some((table) =>
    table.rows.some(({ hasPeople, cells }) => hasPeople && cells.some(({ ours }) => ours !== null)),
  );
  const explainedParts = replication.tables.flatMap((table) => listExplainedValues(table));
  return [
    replication.title,
    `Benchmark: ${benchmark.name}. Studies: ${studies.map(({ slug }) => slug).join(", ") || "none"}.`,
    ...(hasPeople ? [`People: ${statusLabel(replication.peopleStatus)}.`] : []),
    `${computedCount} values computed, for ${compared} of ${printed.length} printed values. ${missing.length} entries are missing.`,
    ...formatParts(missing),
    ...(explainedParts.length === 0 ? [] : ["Not computed, and not missing:", ...formatParts(explainedParts)]),
    `Written to ${folder}.`,
  ];
}

function formatParts(parts: readonly MissingPart[]): string[] {
  return [
    ...parts.slice(0, maxListed).map(({ what, why }) => `  ${what}: ${why}`),
    ...(parts.length > maxListed ? [`  and ${parts.length - maxListed} more in report.json`] : []),
  ];
}

function readUsd(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError("must be a number of US dollars");
}
