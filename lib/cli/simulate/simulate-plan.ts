import { readFile, writeFile } from "node:fs/promises";
import {
  designHash,
  type PlanSimulation,
  planSimulationFormat,
  planSimulationSchema,
  planSimulationText,
  planSimulationView,
} from "../../domain/results/simulation/plan-simulation.ts";
import { viewFile } from "../../domain/results/views/view-files.ts";
import { installation } from "../../server/platform/access/access.ts";
import { readSimulatedDesign } from "../../server/results/simulation/read-simulated-design.ts";
import { runPlanSimulation, type StartedSimulation } from "../../server/results/simulation/run-plan-simulation.ts";
import { withDatabase } from "../database.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import type { RegisterCommand } from "../register-command.ts";
import { parseJsonFile, readProfile } from "./read-profile.ts";

interface Options {
  times: string;
  seed: string;
  profile?: string;
  state?: string;
  json?: boolean;
}

/** `parallax simulate-plan`: runs the planned tests of a study on simulated data. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("simulate-plan")
    .description(
      "run the planned tests of a study on simulated data: type I error, power, bias and coverage, with Monte Carlo error",
    )
    .argument("<study>", "the study: its name in links or its id")
    .option("--times <n>", "number of simulated studies", "500")
    .option("--seed <seed>", "seed of all random draws", "plan")
    .option("--profile <file>", "generative profile as JSON (docs/formats.md); default: the planner's assumptions")
    .option("--state <file>", "file for the progress; the simulation continues from it if it exists")
    .option("--json", "print the result as one JSON object")
    .addHelpText("after", "\nExample:\n  parallax simulate-plan demo --times 500 --state demo-plan.json")
    .action(async (study: string, options: Options) => {
      await run(study, options, io);
      finish(0);
    });
};

async function run(address: string, options: Options, io: CommandIo): Promise<void> {
  const times = Number(options.times);
  if (!Number.isInteger(times) || times < 1 || times > 100_000)
    throw new UsageError("--times must be a whole number from 1 to 100000");
  const customProfile = options.profile === undefined ? null : await readProfile(options.profile);
  await withDatabase(async () => {
    const simulatedDesign = await readSimulatedDesign(installation, address);
    if (!simulatedDesign) throw new UsageError(`there is no study "${address}"`);
    const { design } = simulatedDesign;
    const profile = customProfile ?? simulatedDesign.profile;
    const startedSimulation: StartedSimulation = {
      format: planSimulationFormat,
      design: designHash(design),
      seed: options.seed,
      times,
      profile,
      tally: null,
    };
    const state = options.state;
    const earlierTally = state === undefined ? null : await readState(state, startedSimulation);
    const store = async (simulation: PlanSimulation) => {
      if (state !== undefined) await writeFile(state, `${JSON.stringify(simulation)}\n`);
      io.stderr.write(`${simulation.tally.studies} of ${times}\n`);
    };
    const simulation = await runPlanSimulation({ ...startedSimulation, tally: earlierTally }, design, store).catch(
      (error: unknown) => {
        if (error instanceof RangeError) throw new InputError(error.message);
        throw error;
      },
    );
    await store(simulation);
    if (options.json) {
      await writeLine(io.stdout, JSON.stringify(simulation));
      return;
    }
    const view = planSimulationView(simulation, design.plan);
    for (const sentence of view.sentences) await writeLine(io.stdout, `${sentence}\n`);
    for (const { name } of view.tables) await writeLine(io.stdout, viewFile(view, name, "md", null) ?? "");
    await writeLine(io.stdout, planSimulationText(simulation, design.plan));
  });
}

/** Reads the tally from a state file; null if the file does not exist yet. */
async function readState(path: string, begun: StartedSimulation): Promise<PlanSimulation["tally"] | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const state = parseJsonFile(planSimulationSchema, text, path);
  const isSame =
    state.design === begun.design &&
    state.seed === begun.seed &&
    JSON.stringify(state.profile) === JSON.stringify(begun.profile);
  if (!isSame)
    throw new InputError(`${path} contains a simulation with another plan, profile or seed; use another file`);
  if (state.tally.studies > begun.times)
    throw new InputError(`${path} already has ${state.tally.studies} studies; set --times to a higher number`);
  return state.tally;
}
