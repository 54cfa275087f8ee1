import type { GenerativeProfile } from "@/lib/domain/results/simulation/generative-profile.ts";
import { computeTrueTests, simulatePlan } from "@/lib/domain/results/simulation/run-plan.ts";
import { prepareSimulation, type SimulatedDesign } from "@/lib/domain/results/simulation/simulated-study.ts";
import { addTallies, emptyTally, type PlanTally } from "@/lib/domain/results/simulation/tally.ts";
import { serveThread } from "../../platform/threads/serve-thread.ts";

export interface PlanSimulationWork {
  design: SimulatedDesign;
  profile: GenerativeProfile;
  seed: string;
  /** The number of the first simulated study, and the number after the last one. */
  from: number;
  to: number;
}

/** The interval in which results of studies are summed before they are reported, in milliseconds. */
const reportIntervalMs = 2_000;

/**
 * Runs the planned tests on simulated studies. Each report contains the sums over the studies since the last report;
 * the final sums are returned.
 */
export const script = serveThread<PlanSimulationWork, never, PlanTally, PlanTally>(
  async ({ design, profile, seed, from, to }, { report }) => {
    const preparedSimulation = prepareSimulation(design, profile);
    const truth = computeTrueTests(preparedSimulation);
    let tally = emptyTally(preparedSimulation, truth);
    let reportedAt = performance.now();
    for (let study = from; study < to; study += 1) {
      tally = addTallies(tally, simulatePlan(preparedSimulation, truth, { seed, from: study, count: 1 }));
      if (performance.now() - reportedAt < reportIntervalMs) continue;
      await report(tally);
      tally = emptyTally(preparedSimulation, truth);
      reportedAt = performance.now();
    }
    return tally;
  },
);
