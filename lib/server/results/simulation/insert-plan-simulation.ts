import { designHash, planSimulationText } from "@/lib/domain/results/simulation/plan-simulation.ts";
import type { Actor } from "../../platform/access/access.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { saveAnalysisPlan } from "../../studies/draft/study-plan.ts";
import { lockStudy } from "../../studies/study-where.ts";
import { getPlanSimulation } from "./plan-simulation-job.ts";
import { readSimulatedDesign } from "./read-simulated-design.ts";

/**
 * Writes the result of the last simulation into the study's analysis plan, so that the preregistration contains it.
 * After the protocol is frozen, this is an amendment and requires a reason.
 */
export async function insertPlanSimulation(actor: Actor, studyId: string, reason: string): Promise<void> {
  // Only users who may change the plan learn whether a simulation exists.
  await withTx((client) => lockStudy(client, actor, "research.write", studyId));
  const simulatedDesign = await readSimulatedDesign(actor, studyId);
  if (!simulatedDesign) throw notFoundError();
  const simulation = (await getPlanSimulation(studyId, "plan"))?.simulation ?? null;
  if (!simulation || simulation.design !== designHash(simulatedDesign.design))
    throw new AppError("conflict", "The design or the plan has changed since the simulation. Simulate the plan again.");
  const { plan } = simulatedDesign.design;
  await saveAnalysisPlan(actor, studyId, { ...plan, simulation: planSimulationText(simulation, plan) }, reason);
}
