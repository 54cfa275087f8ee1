import { type Command, Option } from "commander";
import type { ExportLevel } from "../domain/interchange/export-study-columns.ts";
import { installation } from "../server/platform/access/access.ts";
import { AppError } from "../server/platform/errors/app-error.ts";
import { listAnalysisExtras } from "../server/results/analysis-result.ts";
import { computeResult } from "../server/stored-results/stored-result.ts";
import { type ExportFormat, exportFormats } from "../server/studies/export/export-files.ts";
import { exportStudy, requireExportableStudy } from "../server/studies/export/export-study.ts";
import { recordInterimViewAt } from "../server/studies/interim-views.ts";
import { withDatabase } from "./database.ts";
import { prepareFolder, writeExportFile } from "./export/write-file.ts";
import { type CommandIo, UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

interface Options {
  format: ExportFormat;
  out: string;
  spreadsheet?: boolean;
  identified?: boolean;
  anonymous?: boolean;
  json?: boolean;
}

/** `parallax export`: writes a study's answers, the codebook and all other data that an analysis needs, as files. */
export const register: RegisterCommand = (program: Command, io, finish) => {
  program
    .command("export")
    .description("Write a study's answers, participants, items, log of slots and codebook.")
    .argument("<study>", "the study: its name in links (demo) or its id")
    .addOption(new Option("--format <format>", "what to write").choices([...exportFormats]).default("csv"))
    .requiredOption("--out <dir>", "folder to write to; created if missing; must be empty")
    .option("--spreadsheet", "CSV that is safe to open in a spreadsheet")
    .option("--identified", "add a file of recruiters' ids")
    .option("--anonymous", "omit free text and times, and number the participants at random")
    .option("--json", "print the manifest as JSON")
    .addHelpText("after", help)
    .action(async (study: string, options: Options) => {
      await run(study, options, io);
      finish(0);
    });
};

async function run(study: string, options: Options, io: CommandIo): Promise<void> {
  const level = selectLevel(options);
  const out = options.out;
  await prepareFolder(out);
  let manifest = "";
  await withDatabase(async () => {
    const exportable = await requireExportableStudy(installation, study, level).catch((error) => {
      if (error instanceof AppError) throw new UsageError(`there is no study "${study}"`);
      throw error;
    });
    await recordInterimViewAt(installation, exportable.id);
    const extras =
      options.format === "bundle" ? await listAnalysisExtras(installation, exportable.id, computeResult) : [];
    const settings = { format: options.format, level, forSpreadsheet: options.spreadsheet ?? false, extras };
    await exportStudy(exportable, settings, async (file) => {
      const text = await writeExportFile(out, file);
      if (file.name === "manifest.json") manifest = text;
    });
  });
  if (options.json) {
    await writeLine(io.stdout, JSON.stringify(JSON.parse(manifest)));
    return;
  }
  for (const { name, rows } of JSON.parse(manifest).files) {
    await writeLine(io.stdout, rows === null ? name : `${name}: ${rows} ${rows === 1 ? "record" : "records"}`);
  }
  await writeLine(io.stdout, `Written to ${out}.`);
}

function selectLevel({ identified, anonymous }: Options): ExportLevel {
  if (identified && anonymous) throw new UsageError("--identified and --anonymous exclude each other");
  return identified ? "identified" : anonymous ? "anonymous" : "coded";
}

const help = `
Files: responses (one row for each participant and item), wide (one row for each participant, one column for each item), participants, screens, items, exclusions, assignments, codebook,
and manifest.json with the number of records and the SHA-256 of each. All files are from one snapshot of the
database, in a fixed order, and every record has the benchmark's canary. Excluded answers are marked
(is_excluded), never omitted.

--format csv     tables (RFC 4180, UTF-8, times in UTC)
         jsonl   the same records as JSON lines; items.jsonl is an item file, which can be imported again
         bundle  both, with the protocol's versions, the design and the models' answers

Data about people:
  --anonymous    no free text, no times of day, participants numbered at random
  (neither)      coded: free text and times, participants under a random code, no recruiter's id
  --identified   also identities.csv, the recruiters' ids of the participants; store it separately

Exit: 0 written, 2 usage error.

Example:
  parallax export demo --format csv --out demo-export`;
