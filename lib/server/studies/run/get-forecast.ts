import { crossFactors } from "@/lib/domain/items/stimulus.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { findMargin } from "@/lib/domain/survey/design.ts";
import { meanItemWords } from "@/lib/domain/survey/studies/item-words.ts";
import { planLevels } from "@/lib/domain/survey/studies/plan-levels.ts";
import { estimateMinutes, forecastStudy, type StudyForecast } from "@/lib/domain/survey/studies/planner.ts";
import { type Planning, parsePlannerQuery } from "@/lib/domain/survey/studies/planner-query.ts";
import type { Actor } from "../../platform/access/access.ts";
import { getStudyCommitment } from "../draft/study-plan.ts";
import type { StudyFacts } from "../get-study.ts";
import { readStudyItems } from "../study-items.ts";

/**
 * The cost and the expected precision of a study's design, under the assumptions of an address, else the stored ones.
 *
 * @param study one that the actor may see
 */
export async function getForecast(
  actor: Actor,
  study: StudyFacts,
  address: Readonly<Record<string, string | string[] | undefined>>,
): Promise<{ planning: Planning; forecast: StudyForecast }> {
  const { itemsPerSession } = study.design;
  const [items, commitment] = await Promise.all([readStudyItems(study.id), getStudyCommitment(actor, study.id)]);
  const words = meanItemWords(items.map(({ item }) => item));
  const minutes = estimateMinutes(study.protocol, itemsPerSession, words);
  const planning = parsePlannerQuery(address, study.planning, minutes);
  const used = study.isFrozen ? items.length : (study.design.composition?.draw ?? items.length);
  const forecast = forecastStudy({
    sessions: findMargin(study.margins, "sessions").high,
    itemsPerSession,
    items: Math.max(1, used),
    stories: new Set(items.map(({ storyId }) => storyId)).size,
    levels: planLevels(items, levelsOf(commitment?.plan)),
    conditions: crossFactors(study.design.factors).length,
    minutes: planning.minutes,
    payPerHour: planning.pay,
    fee: planning.fee,
    dropOut: planning.dropOut,
    accuracy: planning.accuracy,
    storyCorrelation: planning.story,
    personCorrelation: planning.person,
    margin: commitment?.plan.margin ?? null,
    alpha: commitment?.plan.family.alpha ?? 0.05,
  });
  return { planning, forecast };
}

/** The attributes whose levels the plan compares. */
function levelsOf(plan: AnalysisPlan | undefined): string[] {
  return plan?.family.tests.flatMap(({ kind, of }) => (kind === "levels" && of !== "" ? [of] : [])) ?? [];
}
