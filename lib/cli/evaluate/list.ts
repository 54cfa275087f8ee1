import type { Command } from "commander";
import { formatUsd } from "../../domain/format/money.ts";
import { evaluationStateLabels, formatEvaluationTitle } from "../../domain/models/evaluation/evaluation-row.ts";
import { evaluationsPerPage, listEvaluations } from "../../server/models/evaluations/get-evaluations.ts";
import { installation } from "../../server/platform/access/access.ts";
import { withDatabase } from "../database.ts";
import { findProject } from "../find-project.ts";
import { type CommandIo, type ExitCode, writeLine } from "../io.ts";

/** `parallax evaluate list`: lists a project's evaluations with their progress, newest first. */
export function addList(evaluate: Command, io: CommandIo, finish: (code: ExitCode) => void): void {
  evaluate
    .command("list")
    .description("List a project's evaluations, newest first, with their progress.")
    .option("--project <slug>", "the project; required if there are several")
    .option("--json", "print one JSON object per line")
    .action(async (options: { project?: string; json?: boolean }) => {
      await withDatabase(async () => {
        const { id } = await findProject(options.project);
        const { total } = await listEvaluations(installation, id, 1);
        for (let page = 1; (page - 1) * evaluationsPerPage < total; page += 1) {
          const { evaluations } = await listEvaluations(installation, id, page);
          for (const row of evaluations) {
            const { answered, skipped, failed, hasPrices, spentUsd, state } = row;
            const counts = `${answered} of ${row.total - skipped} answered, ${failed} failed`;
            const cost = hasPrices ? formatUsd(spentUsd) : "cost not known";
            const details = [
              row.id,
              evaluationStateLabels[state],
              formatEvaluationTitle(row),
              row.benchmark,
              formatConditions(row.conditions),
              counts,
              cost,
            ];
            await writeLine(io.stdout, options.json ? JSON.stringify(row) : details.join("  "));
          }
        }
      });
      finish(0);
    });
}

/** The maximum number of conditions shown. */
const maxListedConditions = 4;

/** Formats conditions and prompts, such as "prompt=simplified;story=story | 2 more". */
function formatConditions(conditions: readonly string[]): string {
  const labels = conditions.map((condition) => condition || "no condition");
  const hiddenCount = labels.length - maxListedConditions;
  return [...labels.slice(0, maxListedConditions), ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(" | ");
}
