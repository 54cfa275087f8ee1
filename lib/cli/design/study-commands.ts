import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { asPredictedText, osfText, type PreregistrationFacts } from "@/lib/domain/results/plan/preregistration.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { installation } from "@/lib/server/platform/access/access.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";
import { getStudyPlan, saveAnalysisPlan } from "@/lib/server/studies/draft/study-plan.ts";
import { getStudy } from "@/lib/server/studies/get-study.ts";
import { withDatabase } from "../database.ts";
import { prepareFolder } from "../export/write-file.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { readInputText } from "../read-input.ts";

/** `parallax design plan`: prints or sets the analysis plan of a study. */
export async function runPlan(
  study: string,
  options: { set?: string; reason?: string; registered?: string },
  io: CommandIo,
): Promise<void> {
  const newPlan = options.set === undefined ? null : parseJson(await readInputText(options.set, io), options.set);
  await withDatabase(async () => {
    const { id, commitment } = await requireCommitment(study);
    if (newPlan !== null || options.registered !== undefined) {
      await saveAnalysisPlan(
        installation,
        id,
        newPlan ?? commitment.plan,
        options.reason ?? "",
        options.registered,
      ).catch((error) => {
        if (error instanceof AppError) throw new InputError(`${error.field ? `${error.field}: ` : ""}${error.message}`);
        throw error;
      });
    }
    const { plan } = newPlan === null ? commitment : (await requireCommitment(study)).commitment;
    await writeLine(io.stdout, JSON.stringify(plan, null, 2));
  });
}

/** `parallax design protocol`: writes the frozen protocol of a study, and the texts for two registries. */
export async function runProtocol(study: string, out: string, io: CommandIo): Promise<void> {
  await prepareFolder(out);
  await withDatabase(async () => {
    const { id, commitment } = await requireCommitment(study);
    const newest = commitment.freezes.at(-1);
    const facts = await getStudy(installation, id);
    if (!newest || !facts)
      throw new InputError("nothing is frozen yet: opening a pilot or main study freezes its protocol");
    const preregistration: PreregistrationFacts = {
      hash: newest.hash,
      frozenAt: newest.at.toISOString(),
      registration: commitment.registration,
      isSaved: commitment.isSaved,
      hasData: newest.hasData,
      sessions: findMargin(facts.margins, "sessions").high,
    };
    const amendments = commitment.freezes.map(({ number, hash, reason, at, changes }) => ({
      number,
      hash,
      reason,
      at: at.toISOString(),
      changes,
    }));
    const files = {
      "protocol.json": `${JSON.stringify(newest.document, null, 2)}\n`,
      "amendments.json": `${JSON.stringify(amendments, null, 2)}\n`,
      "aspredicted.md": asPredictedText(newest.document, preregistration),
      "osf.md": osfText(newest.document, preregistration),
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(out, name), text, { flag: "wx" });
      await writeLine(io.stdout, name);
    }
  });
}

/** Adds both commands to `parallax design`. */
export function addStudyCommands(design: Command, io: CommandIo, finish: (code: 0) => void): void {
  design
    .command("plan")
    .description("print the analysis plan of a study, or set it (docs/formats.md)")
    .argument("<study>", "the study: its name in links or its id")
    .option("--set <file>", "the new plan, a JSON file")
    .option("--reason <text>", "why a frozen plan is amended")
    .option("--registered <link>", "link or timestamp of an external registration")
    .addHelpText(
      "after",
      "\nExample:\n  parallax design plan my-study --set plan.json --reason 'A reviewer asked for a margin.'",
    )
    .action(async (study: string, options: { set?: string; reason?: string; registered?: string }) => {
      await runPlan(study, options, io);
      finish(0);
    });
  design
    .command("protocol")
    .description("write a study's frozen protocol, its amendments and preregistration texts (AsPredicted, OSF)")
    .argument("<study>", "the study: its name in links or its id")
    .requiredOption("--out <dir>", "folder to write to; created if missing; must be empty")
    .addHelpText("after", "\nExample:\n  parallax design protocol my-study --out registration")
    .action(async (study: string, { out }: { out: string }) => {
      await runProtocol(study, out, io);
      finish(0);
    });
}

async function requireCommitment(study: string) {
  const [facts, commitment] = [await getStudy(installation, study), await getStudyPlan(installation, study)];
  if (!facts || !commitment) throw new UsageError(`there is no study "${study}"`);
  return { id: facts.id, commitment };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${file} is not JSON`);
  }
}
