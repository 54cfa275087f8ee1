import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { GenerativeProfile } from "../domain/results/simulation/generative-profile.ts";
import { scriptedPredictions } from "../domain/results/simulation/scripted-predictions.ts";
import { prepareSimulation } from "../domain/results/simulation/simulated-study.ts";
import { createHttpClient, isStudyAt } from "../server/demo/simulation/public-endpoints.ts";
import { readMargins } from "../server/demo/simulation/read-margins.ts";
import { simulateStudy } from "../server/demo/simulation/simulate-study.ts";
import { installation } from "../server/platform/access/access.ts";
import { environment } from "../server/platform/environment.ts";
import { readSimulatedDesign } from "../server/results/simulation/read-simulated-design.ts";
import { withDatabase } from "./database.ts";
import { formatErrorReason } from "./export/write-file.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";
import { readProfile } from "./simulate/read-profile.ts";

interface Options {
  study: string;
  participants: string;
  seed: string;
  accuracy: string;
  localisation: string;
  dropOut: string;
  profile?: string;
  modelsOut?: string;
  url?: string;
  json?: boolean;
}

/** `parallax simulate`: runs scripted participants through a copy of a study in the stage “simulation”. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("simulate")
    .description("run scripted participants through a study, in the stage simulation")
    .requiredOption("--study <study>", "the study: its name in links or its id; a study with people is copied first")
    .requiredOption("--participants <n>", "number of participants who arrive")
    .requiredOption("--seed <seed>", "seed of all random draws")
    .option("--accuracy <share>", "probability that an answer is right", "0.8")
    .option("--localisation <share>", "probability that a found error is marked at its words", "0.6")
    .option("--drop-out <share>", "share of participants who leave after their slot was claimed", "0.15")
    .option("--profile <file>", "generative profile as JSON (docs/formats.md), instead of --accuracy and --drop-out")
    .option("--models-out <file>", "write the answers of the profile's models here, for import predictions")
    .option(
      "--url <address>",
      "the running Parallax whose pages are used (default: the one at PARALLAX_URL, or this process)",
    )
    .option("--json", "print the result as one JSON object")
    .addHelpText("after", "\nExample:\n  parallax simulate --study demo --participants 100 --seed 7")
    .action(async (options: Options) => {
      await run(options, io);
      finish(0);
    });
};

async function run(options: Options, io: CommandIo): Promise<void> {
  const profile = {
    participants: parseNumberOption(options.participants, "--participants", 1, 1_000_000),
    seed: options.seed,
    accuracy: parseNumberOption(options.accuracy, "--accuracy", 0, 1),
    localisation: parseNumberOption(options.localisation, "--localisation", 0, 1),
    dropOut: parseNumberOption(options.dropOut, "--drop-out", 0, 1),
    ...(options.profile === undefined ? {} : { profile: await readProfile(options.profile) }),
  };
  if (!Number.isInteger(profile.participants)) throw new UsageError("--participants must be a whole number");
  if (options.modelsOut !== undefined && !profile.profile) throw new UsageError("--models-out needs --profile");
  await withDatabase(async () => {
    if (options.modelsOut !== undefined && profile.profile)
      await writePredictions(options.study, profile.profile, options);
    const started = performance.now();
    let endpoints = "";
    const openEndpoints = async (slug: string) => {
      const origin = options.url ?? environment().publicUrl;
      const isReachable = await isStudyAt(origin, slug);
      if (!isReachable && options.url) throw new UsageError(`there is no Parallax with this study at ${options.url}`);
      endpoints = isReachable ? origin : "the endpoints in this process";
      if (isReachable) return createHttpClient(origin);
      if (!io.ownEndpoints) throw new UsageError(`there is no Parallax with this study at ${origin}`);
      return io.ownEndpoints();
    };
    const onProgress = (done: number) => void io.stderr.write(`${done} of ${profile.participants}\n`);
    const result = await simulateStudy(options.study, profile, openEndpoints, { onProgress });
    if (!result) throw new UsageError(`there is no study "${options.study}"`);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    const margins = await readMargins(result.study);
    if (options.json) {
      await writeLine(io.stdout, JSON.stringify({ ...result, ...margins, endpoints, seconds, peakMegabytes }));
      return;
    }
    await writeLine(
      io.stdout,
      `Study ${result.study}: ${result.finished} finished, ${result.left} left, ${result.turnedAway} found no free slot.`,
    );
    await writeLine(
      io.stdout,
      `Complete answers for each item and condition: ${margins.itemCondition.join(" to ")}; for each item in a group: ${margins.stratumItem.join(" to ")}; slots open: ${margins.open}.`,
    );
    await writeLine(io.stdout, `${seconds} seconds through ${endpoints}; at most ${peakMegabytes} MB in this command.`);
  });
}

/** Writes the predictions of the profile's models, as JSON lines. */
async function writePredictions(
  address: string,
  profile: GenerativeProfile,
  { modelsOut = "", seed }: Pick<Options, "modelsOut" | "seed">,
): Promise<void> {
  const simulatedDesign = await readSimulatedDesign(installation, address);
  if (!simulatedDesign) throw new UsageError(`there is no study "${address}"`);
  const prepared = prepareSimulation(simulatedDesign.design, profile);
  await pipeline(function* () {
    for (const line of scriptedPredictions(prepared, seed)) yield `${JSON.stringify(line)}\n`;
  }, createWriteStream(modelsOut)).catch((error: unknown) => {
    throw new InputError(`${modelsOut} cannot be written: ${formatErrorReason(error)}`);
  });
}

function parseNumberOption(text: string, option: string, low: number, high: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= low && value <= high) return value;
  throw new UsageError(`${option} must be a number from ${low} to ${high}`);
}
