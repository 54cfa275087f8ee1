import type { PlanSimulation } from "@/lib/domain/results/simulation/plan-simulation.ts";
import type { SimulatedDesign } from "@/lib/domain/results/simulation/simulated-study.ts";
import { addTallies, type PlanTally } from "@/lib/domain/results/simulation/tally.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";

/** A new simulation, or one to continue. */
export type StartedSimulation = Omit<PlanSimulation, "tally"> & { tally: PlanTally | null };

/**
 * Runs the remaining studies of a simulation in a thread.
 *
 * @param onProgress called every few seconds with the simulation so far, from which it can be continued
 */
export async function runPlanSimulation(
  started: StartedSimulation,
  design: SimulatedDesign,
  onProgress: (simulation: PlanSimulation) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<PlanSimulation> {
  let { tally } = started;
  const add = (more: PlanTally) => {
    tally = tally === null ? more : addTallies(tally, more);
    return { ...started, tally };
  };
  const { planSimulationWorker } = await import("./plan-simulation-worker.generated.ts");
  const { seed, profile, times } = started;
  const last = await runInThread(
    planSimulationWorker,
    { design, profile, seed, from: tally?.studies ?? 0, to: times },
    (more) => onProgress(add(more)),
    signal ? { signal } : {},
  );
  return add(last);
}
