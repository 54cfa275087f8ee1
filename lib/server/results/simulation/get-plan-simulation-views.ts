import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { type GenerativeProfile, generativeProfileSchema } from "@/lib/domain/results/simulation/generative-profile.ts";
import { type PowerTarget, powerTargetSchema } from "@/lib/domain/results/simulation/plan-curves.ts";
import { planCurvesView } from "@/lib/domain/results/simulation/plan-curves-view.ts";
import { planSimulationView } from "@/lib/domain/results/simulation/plan-simulation.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getStudyPlan } from "../../studies/draft/study-plan.ts";
import { getStudy } from "../../studies/get-study.ts";
import { getPlanSimulation, type PlanSimulationState } from "./plan-simulation-job.ts";
import { buildPlannedProfile } from "./read-simulated-design.ts";

interface SimulatedView {
  simulated: PlanSimulationState | null;
  view: View | null;
}

/** The results of the last simulations of a study's plan, for users who may read research; null for all others. */
export async function getPlanSimulationViews(
  actor: Actor,
  address: string,
): Promise<{
  plan: SimulatedView;
  curves: SimulatedView;
  profile: GenerativeProfile;
  times: number;
  seed: string;
  aim: PowerTarget;
  isFrozen: boolean;
  /** Whether the simulation has finished. Whether it belongs to the current design is checked when it is inserted. */
  isCurrent: boolean;
} | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const [commitment, plan, curves] = await Promise.all([
    getStudyPlan(actor, study.id),
    getPlanSimulation(study.id, "plan"),
    getPlanSimulation(study.id, "curves"),
  ]);
  const analysisPlan = commitment?.plan ?? defaultAnalysisPlan();
  const latestSimulation = plan ?? curves;
  return {
    plan: { simulated: plan, view: plan?.simulation ? planSimulationView(plan.simulation, analysisPlan) : null },
    curves: {
      simulated: curves,
      view: curves && curves.points.length > 0 ? planCurvesView(curves.points, curves.order.aim) : null,
    },
    profile: latestSimulation
      ? generativeProfileSchema.parse(latestSimulation.order.profile)
      : buildPlannedProfile(study),
    times: latestSimulation?.order.times ?? defaultTimes,
    seed: latestSimulation?.order.seed ?? "plan",
    aim: (curves ?? plan)?.order.aim ?? powerTargetSchema.parse({}),
    isFrozen: (commitment?.freezes.length ?? 0) > 0,
    isCurrent: plan?.state === "done" && plan.simulation !== null,
  };
}

const defaultTimes = 500;
