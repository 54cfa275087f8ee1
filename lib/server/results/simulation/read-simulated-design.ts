import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { chooseClusters } from "@/lib/domain/results/model/choose-clusters.ts";
import { type GenerativeProfile, generativeProfileSchema } from "@/lib/domain/results/simulation/generative-profile.ts";
import type { SimulatedDesign } from "@/lib/domain/results/simulation/simulated-study.ts";
import { asksLocalisedItems, labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { parsePlannerQuery } from "@/lib/domain/survey/studies/planner-query.ts";
import type { Actor } from "../../platform/access/access.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { getStudyPlan } from "../../studies/draft/study-plan.ts";
import { getStudy, type StudyFacts } from "../../studies/get-study.ts";
import { generateStudy } from "../../studies/run/generate-study.ts";
import { readStudyItems } from "../../studies/study-items.ts";
import { readResultItems } from "../read-result-items.ts";

/** Maximum number of simulated sessions: each simulated study draws every answer. */
const maxSimulatedSessions = 200_000;

/**
 * The design of a study with its analysis plan, in the form for simulation, and a profile with the assumptions of its
 * planner; null for users who may not read research.
 *
 * @throws AppError if the design or the plan cannot be simulated
 */
export async function readSimulatedDesign(
  actor: Actor,
  address: string,
): Promise<{ study: StudyFacts; design: SimulatedDesign; profile: GenerativeProfile } | null> {
  const study = await getStudy(actor, address);
  const studyPlan = study && (await getStudyPlan(actor, study.id));
  if (!study || !studyPlan) return null;
  const { plan } = studyPlan;
  if (plan.outcome.measure === "localisation" && !asksLocalisedItems(study))
    throw new AppError("invalid", "The plan compares marked words, but the study is not about errors in stories.");
  const [resultItems, items] = await Promise.all([readResultItems(study.id, null), readStudyItems(study.id)]);
  const results = resultItems.map(({ result }) => result);
  const clusters = chooseClusters(results, plan.clusters);
  const kind = labelledFactors(study);
  const conditions = studyConditions(study.design).map((levels) => ({
    id: conditionKey(levels),
    levels,
    label: conditionLabel(kind, levels),
  }));
  const { strata } = generateStudy(study.design, items);
  const sessions = strata.reduce((sum, slots) => sum + slots.length, 0);
  if (sessions > maxSimulatedSessions)
    throw new AppError(
      "invalid",
      `This study has ${sessions} sessions; a simulation has at most ${maxSimulatedSessions}.`,
    );
  return {
    study,
    design: {
      items: results.map((item, index) => ({ ...item, text: "", cluster: clusters[index]! })),
      conditions,
      strata: study.design.strata.map(({ key }, index) => ({ key, slots: strata[index] ?? [] })),
      plan,
    },
    profile: buildPlannedProfile(study),
  };
}

/**
 * Variance of the logistic distribution: the part of the variance of an answer that is due to neither story, item nor
 * person.
 */
const logisticVariance = Math.PI ** 2 / 3;

/**
 * The profile with the assumptions of a study's planner. Correlations within stories and within people are shares of the
 * variance on the logit scale.
 */
export function buildPlannedProfile({ planning: stored }: Pick<StudyFacts, "planning">): GenerativeProfile {
  const { accuracy, dropOut, story, person } = parsePlannerQuery({}, stored, 1);
  const rest = Math.max(0.05, 1 - story - person);
  const deviation = (share: number) => Math.round(100 * Math.sqrt((share / rest) * logisticVariance)) / 100;
  return generativeProfileSchema.parse({
    accuracy,
    dropOut: Math.min(0.95, dropOut),
    storySd: Math.min(5, deviation(story)),
    personSd: Math.min(5, deviation(person)),
  });
}
