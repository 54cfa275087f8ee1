import { findMargin } from "@/lib/domain/survey/design.ts";
import { conditionCounts } from "@/lib/domain/survey/kinds/design-variants.ts";
import { meanItemWords } from "@/lib/domain/survey/studies/item-words.ts";
import { estimateMinutes, forecastStudy, type StudyForecast } from "@/lib/domain/survey/studies/planner.ts";
import { type Planning, parsePlannerQuery } from "@/lib/domain/survey/studies/planner-query.ts";
import type { StudyFacts } from "../get-study.ts";
import { readStudyItems } from "../study-items.ts";

/**
 * The cost of a study's design, with the assumptions in the query, or the stored ones.
 *
 * @param study a study that the actor may see
 */
export async function getForecast(
  study: StudyFacts,
  address: Readonly<Record<string, string | string[] | undefined>>,
): Promise<{ planning: Planning; forecast: StudyForecast }> {
  const { itemsPerSession } = study.design;
  const items = await readStudyItems(study.id);
  const words = meanItemWords(items.map(({ item }) => item));
  const minutes = estimateMinutes(study.protocol, itemsPerSession, words);
  const planning = parsePlannerQuery(address, study.planning, minutes);
  const itemCount = study.isFrozen ? items.length : (study.design.composition?.draw ?? items.length);
  const forecast = forecastStudy({
    sessions: findMargin(study.margins, "sessions").high,
    itemsPerSession,
    items: Math.max(1, itemCount),
    conditions: Math.max(...conditionCounts(study.design)),
    minutes: planning.minutes,
    payPerHour: planning.pay,
    fee: planning.fee,
    dropOut: planning.dropOut,
    accuracy: planning.accuracy,
  });
  return { planning, forecast };
}
