import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AnalysisPlan, analysisPlanSchema, reviewAnalysisPlan } from "../domain/results/plan/analysis-plan.ts";
import { installation } from "../server/platform/access/access.ts";
import { loadCompleteAnalysis } from "../server/results/analyse-study.ts";
import { drawPng } from "../server/results/draw-png.ts";
import { getStudy } from "../server/studies/get-study.ts";
import { recordInterimView } from "../server/studies/interim-views.ts";
import { lockEndedData } from "../server/studies/lock/lock-data.ts";
import { withDatabase } from "./database.ts";
import { formatErrorReason, prepareFolder } from "./export/write-file.ts";
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
      "Write a study's analysis as files: every table and comparison (CSV, Markdown, LaTeX), every figure (SVG, PNG, Vega-Lite), the analyses of single answers, a methods paragraph, one sentence per test, the cells with R and pandas scripts, and summary.json with the hashes of data and plan. The same data and plan give the same bytes.",
    )
    .argument("<study>", "the study: its name in links (demo) or its id")
    .option(
      "--plan <file>",
      "analysis plan (docs/formats.md); default: the plan saved for the study, otherwise the default plan",
    )
    .requiredOption("--out <dir>", "folder to write to; created if missing; must be empty")
    .option("--stage <stage>", "the stage to analyse; default: the study's stage")
    .option("--json", "print the names of the files as JSON")
    .addHelpText("after", help)
    .action(async (study: string, options: Options) => {
      const plan = options.plan === undefined ? null : await readPlan(options.plan);
      const reportProgress = (doing: string) => io.stderr.write(`${doing} …\n`);
      const files = await withDatabase(async () => {
        const foundStudy = await getStudy(installation, study);
        if (!foundStudy) throw unknownStudyError(study);
        await lockEndedData(foundStudy.id);
        // The folder is checked first, because the analyses of a large study take minutes.
        await prepareFolder(options.out);
        const analysed = await loadCompleteAnalysis(
          installation,
          foundStudy.id,
          plan,
          options.stage ?? null,
          options.json ? undefined : reportProgress,
        );
        if (!analysed) throw unknownStudyError(study);
        await recordInterimView(installation, foundStudy);
        return analysed;
      });
      const names: string[] = [];
      const write = async (name: string, content: string | Uint8Array) => {
        try {
          await mkdir(dirname(join(options.out, name)), { recursive: true });
          await writeFile(join(options.out, name), content, { flag: "wx" });
        } catch (error) {
          throw new InputError(
            `${join(options.out, name)} cannot be written: ${formatErrorReason(error)}; the files in ${options.out} are incomplete`,
          );
        }
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

const help = `
PLAN is an analysis plan as JSON. {} is a valid plan; "parallax design plan STUDY" prints the plan of a study. A plan that
names models, levels or answers that the study does not have is refused.

Exit: 0 written, 1 the plan does not fit or there are no answers, 2 usage error.

Example:
  parallax analyse demo --plan plan.json --out demo-analysis`;

function unknownStudyError(study: string): UsageError {
  return new UsageError(
    `there is no study "${study}"; its name is the last part of its link for participants (/s/NAME)`,
  );
}

async function readPlan(path: string): Promise<AnalysisPlan> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageError(`the plan ${path} cannot be read: ${formatErrorReason(error)}; name a file with --plan`);
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new InputError(`the plan ${path} is not JSON: ${(error as Error).message}`);
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
