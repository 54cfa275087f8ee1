import type { Command } from "commander";
import { type ReparseReport, reparsePredictions } from "@/lib/server/models/reparse-predictions.ts";
import { withDatabase } from "../database.ts";
import { findProject } from "../find-project.ts";
import { chooseBenchmark } from "../import/choose-benchmark.ts";
import { type CommandIo, writeLine } from "../io.ts";

interface RereadOptions {
  benchmark?: string;
  project?: string;
  apply?: boolean;
  json?: boolean;
}

/** `parallax predictions reread`: parses stored texts with the current parser, and shows or stores the changes. */
export function addReparseCommand(predictions: Command, io: CommandIo, finish: (code: 0 | 1) => void): void {
  predictions
    .command("reread")
    .description("Parse stored model texts of older parser versions again, and show the changes.")
    .option("--benchmark <name>", "benchmark of the predictions; required if there are several")
    .option("--project <slug>", "project of the benchmark; required if there are several")
    .option("--apply", "store the new readings; without it nothing changes")
    .option("--json", "print the report as one JSON object")
    .addHelpText("after", help)
    .action(async (options: RereadOptions) => {
      const report = await withDatabase(async () => {
        const project = await findProject(options.project);
        const benchmark = await chooseBenchmark(project, options.benchmark);
        const apply = options.apply ?? false;
        return reparsePredictions({ projectId: project.id, benchmarkId: benchmark.id, actorId: null, apply });
      });
      await printReport(report, options.json ?? false, io);
      finish(0);
    });
}

async function printReport(report: ReparseReport, json: boolean, io: CommandIo): Promise<void> {
  if (json) return writeLine(io.stdout, JSON.stringify(report));
  for (const { model, item, condition, from, to, rule } of report.changes) {
    await writeLine(
      io.stdout,
      `${model}  ${item}  ${condition}  ${from ?? "unparsed"} -> ${to ?? "unparsed"}  (${rule})`,
    );
  }
  const outcome = report.isApplied ? "stored" : "would change; --apply stores them";
  await writeLine(
    io.stdout,
    `Parser version ${report.version}: ${report.read} texts parsed, ${report.changed} answers ${outcome}.`,
  );
}

const help = `
Only answers that were read from a text are read again; answers stated in a file or computed from log-probabilities are not
changed. The raw text is stored with every reading, and an applied re-reading is recorded in the audit log.

Exit: 0 done, 2 usage error.

Example:
  parallax predictions reread --benchmark "MindGames (demo)"`;
