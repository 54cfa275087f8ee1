import { comparableAnswer } from "../../tasks/answers/comparable-answer.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import type { PersonVerdict } from "../figures/prepare-people.ts";
import { type PersonWeek, prepareWeeks } from "../figures/prepare-weeks.ts";
import type { AnsweredItem } from "./answered-item.ts";
import { compareWithGold, type GoldComparison, matchesGold, refuseGoldAnswer } from "./gold-answer.ts";

/** A first answer to a gold item that is not the expected one. */
export interface GoldMiss {
  id: string;
  by: string;
  at: string;
  fields: GoldComparison[];
}

/** The newest answers to gold items that a report lists. */
const keptMisses = 100;

/**
 * Pace, agreement and gold of annotators by week, and their newest first answers to gold items that were not the
 * expected ones. Coded people, whose times are unknown, are not included. A gold item whose keys a later version of the
 * task schema refuses is not counted.
 */
export function answerQuality(
  schema: TaskSchema,
  items: readonly AnsweredItem[],
): { weeks: PersonWeek[]; misses: GoldMiss[] } {
  const verdicts: PersonVerdict[] = [];
  const misses: GoldMiss[] = [];
  for (const { id, fields, gold, characters = 0, given } of items) {
    const keys = gold && refuseGoldAnswer(schema, fields, gold) === null ? gold : null;
    for (const { by, at, answer, activeMs = null } of given) {
      if (activeMs === null) continue;
      const isGoldRight = keys && matchesGold(schema, answer, keys);
      if (isGoldRight === false) misses.push({ id, by, at, fields: compareWithGold(schema, fields, answer, keys) });
      verdicts.push({
        ...{ userId: by, itemId: id, first: comparableAnswer(schema, answer), verdict: "answered", change: null },
        ...{ at: new Date(at), activeMs, characters, isUnblinded: false, before: null, isGoldRight },
      });
    }
  }
  return {
    weeks: prepareWeeks(verdicts),
    misses: misses.sort((one, other) => other.at.localeCompare(one.at)).slice(0, keptMisses),
  };
}
