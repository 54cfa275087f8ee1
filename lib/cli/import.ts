import { Option } from "commander";
import { logFormats } from "../domain/interchange/model-logs/log-record.ts";
import { importItems } from "../server/items/import-items.ts";
import { importPredictions } from "../server/models/import-predictions.ts";
import { amendForKeys } from "../server/studies/draft/amend-for-keys.ts";
import { withDatabase } from "./database.ts";
import { findProject } from "./find-project.ts";
import { chooseBenchmark } from "./import/choose-benchmark.ts";
import { addImportErasures } from "./import/import-erasures.ts";
import { addImportProject } from "./import/import-project.ts";
import { importSchema } from "./import/import-schema.ts";
import { type ItemOptions, openItems } from "./import/open-items.ts";
import { addLevel, openPredictions, type PredictionOptions, withNamedFileErrors } from "./import/open-predictions.ts";
import { printItemReport, printPredictionReport } from "./import/print-report.ts";
import { readTranslationOf } from "./import/read-translation-of.ts";
import { requireName } from "./import/require-name.ts";
import { writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax import`: imports files. Rows are read one by one, so that a file may have any size. */
export const register: RegisterCommand = (program, io, finish) => {
  const command = program.command("import").description("Load items or predictions into the database.");
  command
    .command("items")
    .description("Load a file of items into a benchmark, which is created if it does not exist.")
    .argument("<file>", "the item file, the folder or zip archive of a release, or - for standard input")
    .requiredOption("--benchmark <name>", "name of the benchmark")
    .option("--dry-run", "report what would happen without storing anything")
    .option(
      "--column <part>",
      "a part of an item and its column in the table, such as text=Question; may be repeated",
      addLevel,
      {},
    )
    .option("--kind <kind>", "kind of a table's items, if there is no such column")
    .addOption(new Option("--language <language>", "of ToMBench").choices(["en", "zh"]).default("en"))
    .option("--translation-of <benchmark>", "the items translate those of the same ids in this benchmark")
    .option("--translated-into <tag>", "the language of the translation, such as de")
    .option("--reason <text>", "why keys are corrected; required if a frozen study has the items")
    .option("--project <slug>", "project that the benchmark belongs to; required if there are several")
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", itemHelp)
    .action(async (file: string, options: ItemOptions) => {
      const benchmarkName = requireName("--benchmark", options.benchmark);
      const translationOf = readTranslationOf(options);
      const dryRun = options.dryRun ?? false;
      const { report, format } = await withDatabase(async () => {
        const project = await findProject(options.project);
        return withNamedFileErrors(file, async () => {
          const { format, source } = await openItems(file, options, io);
          const report = await importItems({
            projectId: project.id,
            benchmarkName,
            actorId: null,
            ...source,
            ...translationOf,
            dryRun,
            onKeysCorrected: (client, benchmarkId) => amendForKeys(client, benchmarkId, null, options.reason ?? ""),
          });
          return { report, format };
        });
      });
      await printItemReport(report, file, options.json ?? false, io, { format, isDryRun: dryRun });
      finish(report.rejected > 0 || report.balance?.ok === false ? 1 : 0);
    });
  command
    .command("schema")
    .description("Store a task schema, which item files refer to by name. An unchanged schema creates no version.")
    .argument("<file>", "the task schema as JSON, or - for standard input")
    .option("--name <name>", "the name in item files; by default made from the title")
    .option("--project <slug>", "project of the schema; required if there are several")
    .addHelpText("after", schemaHelp)
    .action(async (file: string, options: { name?: string; project?: string }) => {
      const saved = await withDatabase(async () => {
        const project = await findProject(options.project);
        return importSchema(project.id, file, options.name, io);
      });
      await writeLine(io.stdout, `${saved.slug}: version ${saved.version}${saved.isNew ? "" : ", unchanged"}`);
      finish(0);
    });
  command
    .command("predictions")
    .description("Import model answers to the items of a benchmark from a prediction file or the log of another tool.")
    .argument("<file>", "the prediction file, or - for standard input")
    .option("--benchmark <name>", "benchmark that the items belong to; required if there are several")
    .addOption(
      new Option("--format <format>", "the format of the file").choices(["auto", ...logFormats]).default("auto"),
    )
    .option("--dry-run", "report what would happen without storing anything")
    .option("--model <name>", "the model, if the log does not name it")
    .option(
      "--condition <level>",
      "a factor and level of a log's answers, such as story=no-story; may be repeated",
      addLevel,
      {},
    )
    .option("--partial", "import the finished samples of an evaluation that was cancelled or failed; the run is marked")
    .option("--source <name>", "name of this run, which distinguishes two runs of one model", "import")
    .option("--project <slug>", "project of the benchmark; required if there are several")
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", predictionHelp)
    .action(async (file: string, options: PredictionOptions) => {
      const source = requireName("--source", options.source);
      const isDryRun = options.dryRun ?? false;
      const { report, format } = await withDatabase(async () => {
        const project = await findProject(options.project);
        const benchmark = await chooseBenchmark(project, options.benchmark);
        return withNamedFileErrors(file, async () => {
          const predictionFile = await openPredictions(file, options, benchmark.id, io);
          const to = { projectId: project.id, benchmarkId: benchmark.id, source, actorId: null };
          const report = await importPredictions({ ...to, ...predictionFile.source, dryRun: isDryRun });
          return { report, format: predictionFile.format };
        });
      });
      const log = { format, isDryRun };
      await printPredictionReport(report, file, options.json ?? false, io, log);
      finish(report.rejected > 0 ? 1 : 0);
    });
  for (const add of [addImportProject, addImportErasures]) add(command, io, finish);
};

const itemHelp = `
One item per line:
  {"id","kind","story":{"id","title","genre","text"},"text","options"?,"gold","attributes":{...},"canary"?,"translation"?}

Translations are items of a separate benchmark, with their own keys and model answers, linked to their originals by
--translation-of and --translated-into for a whole file, or by "translation": {"of","benchmark","language"} in a row. A study
that offers the language shows them, and people's answers count for the original.

Other formats are recognised by their content: SimpleToM (rows or output files), Hi-ToM, BigToM (bigtom.csv, from which its
conditions are assembled), ToMBench, the released rows of MindGames, the release of IKD and KNP stories (folder, zip or JSON
lines; each item is marked text_status=as-imported), result files of the authors of EoB, and any table with a header. Columns
of a table are recognised by their usual names, or named by --column: id, text, gold, story, storyId, title, genre, kind,
options (column names separated by commas, or one column with values separated by "|"); all other columns are attributes.

A text that is already stored is unchanged. A changed text becomes a new version of its item; studies keep the version
that they use. A changed gold answer becomes a new version of the key; if a frozen study has the item, its protocol is
amended, with the reason in --reason. Importing the same file twice changes nothing.

Bad lines are reported on standard error with line and field; the other lines are imported:
rows = inserted + unchanged + rejected. If items have MoToMQA's labels ("label": "ToM4f"), the balance of the
benchmark is checked as well: one true and one false statement for each ToM order and factual level, in every story.

Exit: 0 all rows were accepted, 1 rows were rejected or the balance is broken, 2 usage error.

Example:
  parallax import items content/demo/items.jsonl --benchmark "Seven stories"
  parallax import items quiz.csv --benchmark Quiz --column text=Question --column options=A,B,C,D --column gold=Key --dry-run
  parallax import items de.jsonl --benchmark "Seven stories (de)" --translation-of "Seven stories" --translated-into de`;

const schemaHelp = `
docs/formats.md, section "Task schema", describes the document. An item file names the schema in each line:
  {"id","schema","fields":{...},"gold"?:{...},"attributes"?:{...}}
A changed document is a new version; items and answers keep theirs.

Exit: 0 stored or unchanged, 1 the document is not valid, 2 usage error.

Example:
  parallax import schema sentiment.json --name sentiment`;

const predictionHelp = `
One prediction per line:
  {"model","item","condition":{...},"repeat"?,"prompt"?,"answer"?,"logprobs"?:{"True":-0.1,...},"output"?,"spans"?,
   "contentFingerprint"?,"presentationFingerprint"?}

condition: factors and levels, such as "story", "questionOrder", "prompt", "optionOrder", "ablation", "shots".
answer:    if missing, it is computed from logprobs (the probability of True, true and TRUE against that of
           False, false and FALSE; true only above one half), otherwise read from output by the parser of model texts.
parity:    verified if the prompt or the content fingerprint proves that the model was shown the same text as people,
           mismatch if it proves a difference, unverified if both are missing.

Logs of lm-evaluation-harness, Inspect, OpenAI-compatible endpoints and tables are recognised by their content ("parallax
predictions inspect --help" lists them). Rows are matched to items by id, otherwise by content fingerprint, otherwise by
the text of the prompt.

A model has one answer per item, condition and repeat in each source. A repeated row is unchanged; a different answer
is rejected unless it has another repeat or another --source. Bad lines are reported on standard error with line and field.

Exit: 0 all rows were accepted, 1 rows were rejected, 2 usage error.

Example:
  parallax import predictions content/demo/predictions.jsonl --benchmark "Seven stories (demo)"`;
