import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AnalysisPlan, analysisPlanSchema, reviewAnalysisPlan } from "../domain/results/analysis-plan.ts";
import { installation } from "../server/platform/access/access.ts";
import { getWholeAnalysis } from "../server/results/analyse-study.ts";
import { drawPng } from "../server/results/draw-png.ts";
import { noteLookAt } from "../server/studies/looks.ts";
import { withDatabase } from "./database.ts";
import { prepareFolder } from "./export/write-file.ts";
import { InputError, UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

interface Options {
  plan?: string;
  out: string;
  stage?: string;
  json?: boolean;
}

/** `parallax analyse`: tables, figures, sentences and scripts of a study, without a browser. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("analyse")
    .description(
      "Write a study's analysis as files: every table and comparison (CSV, Markdown, LaTeX), every figure (SVG, PNG, Vega-Lite), the analyses of single answers, a methods paragraph, one sentence a test, the cells with R and pandas scripts, and summary.json with the hashes of data and plan. The same data and plan give the same bytes.",
    )
    .argument("<study>", "the study: its name in links (demo) or its id")
    .option(
      "--plan <file>",
      "analysis plan (docs/formats.md); without it the plan saved for the study, else the default plan",
    )
    .requiredOption("--out <dir>", "folder to write to; made if need be, and it must be empty")
    .option("--stage <stage>", "the stage to analyse; without it the study's own")
    .option("--json", "print the names of the files as JSON")
    .action(async (study: string, options: Options) => {
      const plan = options.plan === undefined ? null : await readPlan(options.plan);
      const told = (doing: string) => io.stderr.write(`${doing} …\n`);
      const files = await withDatabase(async () => {
        await noteLookAt(installation, study);
        return getWholeAnalysis(installation, study, plan, options.stage ?? null, options.json ? undefined : told);
      });
      if (!files) throw new UsageError(`there is no study "${study}"`);
      await prepareFolder(options.out);
      const names: string[] = [];
      const write = async (name: string, content: string | Uint8Array) => {
        await mkdir(dirname(join(options.out, name)), { recursive: true });
        await writeFile(join(options.out, name), content, { flag: "wx" });
        names.push(name);
      };
      for (const { name, content } of files) {
        await write(name, content);
        if (name.endsWith(".svg")) await write(name.replace(/svg$/, "png"), await drawPng(content));
      }
      await writeLine(
        io.stdout,
        options.json ? JSON.stringify({ files: names }) : `${names.join("\n")}\nWritten to ${options.out}.`,
      );
      finish(0);
    });
};

async function readPlan(path: string): Promise<AnalysisPlan> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new UsageError(`the plan cannot be read: ${error.message}`);
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new InputError(`the plan is not JSON: ${(error as Error).message}`);
  }
  const parsed = analysisPlanSchema.safeParse(document);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new InputError(`the plan's ${issue.path.join(".") || "document"}: ${issue.message}`);
  }
  const [problem] = reviewAnalysisPlan(parsed.data);
  if (problem) throw new InputError(`the plan's ${problem.field}: ${problem.message}`);
  return parsed.data;
}
