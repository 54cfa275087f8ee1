import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { genres } from "@/lib/domain/stories/genres.ts";
import { countByProblem } from "@/lib/domain/stories/lint/finding.ts";
import { createCollection } from "@/lib/server/annotation/collections/create-collection.ts";
import { listCollections } from "@/lib/server/annotation/collections/list-collections.ts";
import {
  type CollectionExportFormat,
  collectionExportFormats,
  openCollectionExport,
} from "@/lib/server/annotation/export/export-collection.ts";
import { type CollectionImportReport, importCollection } from "@/lib/server/annotation/import/import-collection.ts";
import type { KsteSource } from "@/lib/server/interchange/kste/collector.ts";
import { installation } from "@/lib/server/platform/access/access.ts";
import { withDatabase } from "../database.ts";
import { findProject } from "../find-project.ts";
import { requireName } from "../import/require-name.ts";
import { type CommandIo, UsageError, writeLine } from "../io.ts";

type ReadSource = (path: string, genre?: string) => Promise<KsteSource>;

/** `parallax kste import` and `export`: imports stories into a collection, and exports a collection. */
export function addCollectionCommands(
  kste: Command,
  io: CommandIo,
  finish: (code: 0 | 1) => void,
  read: ReadSource,
  reads: string,
): void {
  kste
    .command("import")
    .description(`Load a set of stories into a collection, which is created if it does not exist. PATH is ${reads}.`)
    .argument("<path>", "the stories to import")
    .requiredOption("--collection <name>", "name of the collection")
    .option("--project <slug>", "project of the collection; required if there are several")
    .addOption(new Option("--genre <genre>", "genre of <response> blocks without one").choices(genres))
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", importHelp)
    .action(async (path: string, options: { collection: string; project?: string; genre?: string; json?: boolean }) => {
      const name = requireName("--collection", options.collection);
      const source = await read(path, options.genre);
      const report = await withDatabase(async () => {
        const project = await findProject(options.project);
        const { id } = await createCollection(installation, { projectId: project.id, name });
        return importCollection(installation, { collectionId: id, fileName: basename(path), source });
      });
      await printReport(report, options.json ?? false, io);
      finish(report.rejected > 0 ? 1 : 0);
    });
  kste
    .command("export")
    .description("Export a collection: accepted items, or all items with their current texts.")
    .requiredOption("--collection <name>", "name of the collection, or its name in links")
    .requiredOption("--out <file>", "the file to write, or - for standard output")
    .option("--project <slug>", "project of the collection; required if there are several")
    .addOption(
      new Option("--format <format>", "required if the file's name does not show it").choices(collectionExportFormats),
    )
    .option("--all", "include items that are not accepted, with their current texts")
    .option("--force", "overwrite the file")
    .addHelpText("after", exportHelp)
    .action(async (options: ExportOptions) => {
      const format = options.format ?? formatOf(options.out);
      if (options.out !== "-" && !options.force && (await fileExists(options.out))) {
        throw new UsageError(`${options.out} already exists; --force overwrites it`);
      }
      await withDatabase(() => writeExport(options, format, io));
      finish(0);
    });
}

interface ExportOptions {
  collection: string;
  out: string;
  project?: string;
  format?: CollectionExportFormat;
  all?: boolean;
  force?: boolean;
}

const importHelp = `
Items with defects are stored, with their findings, and repaired in the workspace. A row is rejected if it is not an item, has
no story or name, or has a text that cannot be stored, or if its item is already in the collection with a different text,
because nothing is overwritten. rows = inserted + unchanged + rejected; importing the same file twice changes nothing.

Exit: 0 all rows were accepted, 1 rows were rejected, 2 usage error.`;

const exportHelp = `
Formats: zip (the released layout; unusable items are omitted and listed in left-out.jsonl), hf (a zip for Hugging Face:
JSON lines by kind, a dataset card, the guidelines), jsonl (everything, including provenance), csv, xml (<response> blocks),
trail (the history of every item, with people numbered).

Exit: 0 written, 2 usage error.`;

async function writeExport(options: ExportOptions, format: CollectionExportFormat, io: CommandIo): Promise<void> {
  const project = await findProject(options.project);
  const collections = await listCollections(installation, project.id);
  const found = collections.find(({ name, slug }) => name === options.collection || slug === options.collection);
  if (!found) throw new UsageError(`there is no collection "${options.collection}" in this project`);
  const which = options.all || format === "trail" ? "all" : "accepted";
  const { stream } = await openCollectionExport(installation, found.id, { format, which });
  if (options.out === "-") {
    await pipeline(stream, io.stdout, { end: false });
    return;
  }
  const draft = `${options.out}.part-${process.pid}`;
  try {
    await pipeline(stream, createWriteStream(draft));
    await rename(draft, options.out);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function formatOf(path: string): CollectionExportFormat {
  if (path.endsWith(".trail.jsonl")) return "trail";
  if (path.endsWith(".hf.zip")) return "hf";
  const format = collectionExportFormats.find((name) => path.endsWith(`.${name}`));
  if (format === undefined) throw new UsageError(`cannot determine the format of ${path}; set --format`);
  return format;
}

async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function printReport(report: CollectionImportReport, asJson: boolean, io: CommandIo): Promise<void> {
  if (asJson) return writeLine(io.stdout, JSON.stringify(report));
  for (const { line, field, message } of report.rejections) {
    await writeLine(io.stderr, `row ${line}  ${field}  ${message}`);
  }
  const { rows, inserted, unchanged, rejected } = report;
  await writeLine(io.stdout, `${rows} rows: ${inserted} inserted, ${unchanged} unchanged, ${rejected} rejected`);
  const { original, error, knp, withFindings, stopped } = report.items;
  if (inserted > 0) {
    await writeLine(
      io.stdout,
      `new: ${original} originals, ${error} erroneous stories, ${knp} questions; ${withFindings} with findings, ${stopped.length} that the workspace stops`,
    );
  }
  for (const { item, blocks } of stopped) await writeLine(io.stdout, `${item}  blocked by ${blocks.join(", ")}`);
  for (const { problem, findings, items } of countByProblem(report.findings)) {
    await writeLine(
      io.stdout,
      `${problem.padEnd(24)}${String(findings).padStart(6)} in ${items} item${items === 1 ? "" : "s"}`,
    );
  }
}
