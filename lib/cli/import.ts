import { Option } from "commander";
import { logFormats } from "../domain/interchange/model-logs/log-record.ts";
import { importItems } from "../server/items/import-items.ts";
import { importPredictions } from "../server/models/import-predictions.ts";
import { amendForKeys } from "../server/studies/draft/amend-for-keys.ts";
import { withDatabase } from "./database.ts";
import { findProject } from "./find-project.ts";
import { chooseBenchmark } from "./import/choose-benchmark.ts";
import { type ItemOptions, openItems } from "./import/open-items.ts";
import { addLevel, openPredictions, type PredictionOptions, withTrustedFile } from "./import/open-predictions.ts";
import { printItemReport, printPredictionReport } from "./import/print-report.ts";
import { readTranslationOf } from "./import/read-translation-of.ts";
import { requireName } from "./import/require-name.ts";
import type { RegisterCommand } from "./register-command.ts";

/** `parallax import`: files into the database. Rows are read one at a time, so a file may have any size. */
export const register: RegisterCommand = (program, io, finish) => {
  const command = program.command("import").description("Load items or predictions into the database.");
  command
    .command("items")
    .description("Load a file of items into a benchmark, which is made if there is none of that name.")
    .argument("<file>", "the item file, the folder or zip archive of a release, or - for standard input")
    .requiredOption("--benchmark <name>", "name of the benchmark")
    .option("--dry-run", "report what would happen without storing anything")
    .option(
      "--column <part>",
      "a part of an item and the column of a table that holds it, such as text=Question; may be repeated",
      addLevel,
      {},
    )
    .option("--kind <kind>", "kind of a table's items, where no column names it")
    .addOption(new Option("--language <language>", "of ToMBench").choices(["en", "zh"]).default("en"))
    .option("--translation-of <benchmark>", "the items translate those of the same ids in this benchmark")
    .option("--translated-into <tag>", "the language of such a translation, such as de")
    .option("--reason <text>", "why keys are corrected; needed where a frozen study asks the items")
    .option("--project <slug>", "project that the benchmark belongs to; needed where there are several")
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", itemHelp)
    .action(async (file: string, options: ItemOptions) => {
      const benchmarkName = requireName("--benchmark", options.benchmark);
      const translationOf = readTranslationOf(options);
      const dryRun = options.dryRun ?? false;
      const { report, format } = await withDatabase(async () => {
        const project = await findProject(options.project);
        return withTrustedFile(file, async () => {
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
    .command("predictions")
    .description("Import model answers to the items of a benchmark from a prediction file or the log of another tool.")
    .argument("<file>", "the prediction file, or - for standard input")
    .option("--benchmark <name>", "benchmark that the items belong to; needed where there are several")
    .addOption(new Option("--format <format>", "what the file is").choices(["auto", ...logFormats]).default("auto"))
    .option("--dry-run", "report what would happen without storing anything")
    .option("--model <name>", "the model, where a log does not name it")
    .option(
      "--condition <level>",
      "a factor and level of a log's answers, such as story=no-story; may be repeated",
      addLevel,
      {},
    )
    .option("--partial", "import the finished samples of an evaluation that was cancelled or failed; the run is marked")
    .option("--source <name>", "name of this evaluation, to keep two runs of one model apart", "import")
    .option("--project <slug>", "project of the benchmark; needed where there are several")
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", predictionHelp)
    .action(async (file: string, options: PredictionOptions) => {
      const source = requireName("--source", options.source);
      const isDryRun = options.dryRun ?? false;
      const { report, format } = await withDatabase(async () => {
        const project = await findProject(options.project);
        const benchmark = await chooseBenchmark(project, options.benchmark);
        return withTrustedFile(file, async () => {
          const opened = await openPredictions(file, options, benchmark.id, io);
          const to = { projectId: project.id, benchmarkId: benchmark.id, source, actorId: null };
          const report = await importPredictions({ ...to, ...opened.source, dryRun: isDryRun });
          return { report, format: opened.format };
        });
      });
      const log = { format, isDryRun };
      await printPredictionReport(report, file, options.json ?? false, io, log);
      finish(report.rejected > 0 ? 1 : 0);
    });
};

const itemHelp = `
One item a line:
  {"id","kind","story":{"id","title","genre","text"},"text","options"?,"gold","attributes":{...},"canary"?,"translation"?}

Translations are items of a benchmark of their own, with their own keys and models' answers, linked to their originals:
--translation-of and --translated-into for a whole file, else "translation": {"of","benchmark","language"} in a row. A study that
offers the language then shows them, and people's answers count for the original.

or a file that is recognised by its content: SimpleToM (rows or output files), Hi-ToM, BigToM (bigtom.csv, from which its
conditions are assembled), ToMBench, the released rows of MindGames, the release of IKD and KNP stories (folder, zip or JSON lines;
each item is marked text_status=as-imported), result files of the authors of EoB, and any table with a header. A table's columns are found by their usual names, or named by
--column: id, text, gold, story, storyId, title, genre, kind, options (names divided by commas, or one column divided by "|");
all other columns are attributes.

A text that is known already is unchanged. A changed text becomes a new version of its item, and studies keep the version
that they use. A changed gold answer becomes a new version of the key; where a frozen study asks the item, its protocol is
amended, and --reason says why. The same file twice changes nothing.

Bad lines are reported on standard error with line and field, and do not stop the others:
rows = inserted + unchanged + rejected. Where items declare MoToMQA's labels ("label": "ToM4f"), the balance of the
benchmark is checked as well: one true and one false statement for each ToM order and factual level, in every story.

Exit: 0 all rows were taken, 1 rows were rejected or the balance is broken, 2 the command was used wrongly.

Example:
  parallax import items content/demo/items.jsonl --benchmark "Seven stories"
  parallax import items quiz.csv --benchmark Quiz --column text=Question --column options=A,B,C,D --column gold=Key --dry-run
  parallax import items de.jsonl --benchmark "Seven stories (de)" --translation-of "Seven stories" --translated-into de`;

const predictionHelp = `
One prediction a line:
  {"model","item","condition":{...},"repeat"?,"prompt"?,"answer"?,"logprobs"?:{"True":-0.1,...},"output"?,"spans"?,
   "contentFingerprint"?,"presentationFingerprint"?}

condition: factors and levels, such as "story", "questionOrder", "prompt", "optionOrder", "ablation", "shots".
answer:    where it is missing, it is computed from logprobs (the probability of True, true and TRUE against that of
           False, false and FALSE; true only above one half), else read in output by the reader of model texts.
parity:    verified where the prompt or the content fingerprint proves that the model was shown what people are shown,
           mismatch where it proves the opposite, unverified where there is neither.

Logs of lm-evaluation-harness, Inspect, OpenAI-compatible endpoints and tables are recognised by their content ("parallax
predictions inspect --help" lists them). Rows are matched to items by id, else by content fingerprint, else by the text of
the prompt.

A model has one answer for an item, condition and repeat in each source. The same row again is unchanged, another answer
is rejected; give it another repeat or another --source. Bad lines are reported on standard error with line and field.

Exit: 0 all rows were taken, 1 rows were rejected, 2 the command was used wrongly.

Example:
  parallax import predictions content/demo/predictions.jsonl --benchmark "Seven stories (demo)"`;
