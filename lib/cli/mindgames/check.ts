import { checkLine, createMalformedRow, type RowCheck } from "@/lib/domain/epistemic/mindgames/check-row.ts";
import { addToSummary, type CheckSummary, createEmptySummary } from "@/lib/domain/epistemic/mindgames/check-summary.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, writeLine } from "../io.ts";
import { readLines } from "./read-rows.ts";

export const addCheck: AddCommand = (mindgames, io, finish) => {
  mindgames
    .command("check")
    .description("find rows whose stored label, formula and text disagree")
    .argument("<file>", "JSON lines with the fields of the release, or - for standard input")
    .option("--json", "print one JSON object per row; the summary goes to standard error")
    .addHelpText(
      "after",
      `
Each row's formula is answered and its text is read and answered on its own. Rows stream through, so a
file may be of any size. With --json every row gives one object:
  {"index","label_by_formula","label_by_text","text_matches_formula","text_contradictory",
   "verbalized_premise","verbalized_hypothesis","problems":[...]}
where "verbalized" is our English for the formula, and a malformed row has nulls and says why.

Exit code: 0 nothing is wrong, 1 some row has a problem, 2 the file cannot be read.`,
    )
    .action(async (file: string, options: { json?: boolean }) => {
      const summary = createEmptySummary();
      for await (const { number, text, problem } of readLines(file, io)) {
        const checkedLine = text === null ? createMalformedRow(`the line ${problem}`) : checkLine(text);
        addToSummary(summary, checkedLine);
        const { check } = checkedLine;
        if (options.json) await writeLine(io.stdout, JSON.stringify(check));
        else if (check.problems.length > 0) await writeProblems(number, check, io);
      }
      for (const line of formatSummary(summary)) await writeLine(options.json ? io.stderr : io.stdout, line);
      finish(summary.withProblems > 0 ? 1 : 0);
    });
};

async function writeProblems(line: number, { index, problems }: RowCheck, io: CommandIo): Promise<void> {
  await writeLine(io.stdout, `line ${line}${index === null ? "" : ` (index ${index})`}`);
  for (const problem of problems) await writeLine(io.stdout, `  ${problem}`);
}

function formatSummary(summary: CheckSummary): string[] {
  if (summary.withProblems === 0) return [`${summary.rows} rows, no problems`];
  const counts: [number, string][] = [
    [summary.malformed, "are malformed"],
    [summary.unreadableFormula, "have a formula that cannot be answered"],
    [summary.unreadableText, "have a text that cannot be read"],
    [summary.differing, "have a text that does not match the formula"],
    [summary.contradictory, "have a text that contradicts itself"],
    [summary.labelNotByFormula, "have another label than the formula gives"],
    [summary.labelNotByText, "have another label than the text gives"],
  ];
  return [
    `${summary.rows} rows, ${summary.withProblems} with problems; of these`,
    ...counts.filter(([count]) => count > 0).map(([count, what]) => `${String(count).padStart(8)} ${what}`),
  ];
}
