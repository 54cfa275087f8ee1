import { toComparableAnswer } from "../../tasks/answers/comparable-answer.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { type PairQuality, type PersonQuality, type PersonVerdict, preparePeople } from "../figures/prepare-people.ts";
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

/** What the comparison of answers says about annotators; coded people, whose times are unknown, are not included. */
export interface AnswerQuality {
  /** Pace, agreement and gold by annotator and week. */
  weeks: PersonWeek[];
  /** Agreement and gold by annotator over the whole time. */
  people: Pick<PersonQuality, "userId" | "agreement" | "selfAgreement" | "gold">[];
  pairs: Pick<PairQuality, "left" | "right" | "agreement">[];
  /** The newest first answers to gold items that were not the expected ones. */
  misses: GoldMiss[];
}

/** The newest answers to gold items that a report lists. */
const maxListedMisses = 100;

/**
 * The quality of annotators' first answers. A gold item whose keys a later version of the task schema refuses is not
 * counted, and neither are answers that are neither right nor wrong (`matchesGold`).
 *
 * @param onGold called for each counted answer to a gold item
 */
export function answerQuality(
  schema: TaskSchema,
  items: readonly AnsweredItem[],
  onGold: (itemId: string, by: string) => void = () => undefined,
): AnswerQuality {
  const firstVerdicts: PersonVerdict[] = [];
  const misses: GoldMiss[] = [];
  for (const { id, fields, gold, characters = 0, given } of items) {
    const keys = gold && refuseGoldAnswer(schema, fields, gold) === null ? gold : null;
    for (const { by, at, answer, activeMs = null } of given) {
      if (activeMs === null) continue;
      const isGoldRight = keys && matchesGold(schema, answer, keys);
      if (isGoldRight !== null) onGold(id, by);
      if (isGoldRight === false) misses.push({ id, by, at, fields: compareWithGold(schema, fields, answer, keys) });
      firstVerdicts.push({
        ...{ userId: by, itemId: id, first: toComparableAnswer(schema, answer), verdict: "answered", change: null },
        ...{ at: new Date(at), activeMs, characters, isUnblinded: false, before: null, isGoldRight },
      });
    }
  }
  const { people, pairs } = preparePeople(firstVerdicts, []);
  return {
    weeks: prepareWeeks(firstVerdicts),
    people: people.map(({ userId, agreement, selfAgreement, gold }) => ({ userId, agreement, selfAgreement, gold })),
    pairs: pairs.map(({ left, right, agreement }) => ({ left, right, agreement })),
    misses: misses.sort((one, other) => other.at.localeCompare(one.at)).slice(0, maxListedMisses),
  };
}
