import { formatCount, formatNumberOf } from "../../format/figures.ts";
import { type ItemRest, minPeopleForItemRest } from "../../statistics/item-response/item-rest-correlation.ts";

/** A suggestion for an item after a pilot. It is only displayed and changes no data. */
export interface ItemSuggestion {
  advice: "check-key" | "reword" | "leave-out" | "keep" | "wait";
  /** One sentence. */
  reason: string;
}

/** The suggestions as labels. */
export const adviceLabels: Readonly<Record<ItemSuggestion["advice"], string>> = {
  "check-key": "Check the key",
  reword: "Reword",
  "leave-out": "Exclude",
  keep: "Keep",
  wait: "More answers needed",
};

/**
 * The suggestion for an item of a pilot, by the first rule that applies: (1) too few answers; (2) the whole interval of
 * the item-rest correlation is below 0 (people who do well on other items do worse on this item, as with a wrong key);
 * (3) accuracy is clearly below the accuracy of all items; (4) all answers are right, so the item does not distinguish
 * people; (5) keep.
 */
export function suggestForItem(
  { n, correct, isPoor }: { n: number; correct: number; isPoor: boolean },
  rest: ItemRest,
): ItemSuggestion {
  if (n < minPeopleForItemRest) {
    return {
      advice: "wait",
      reason: `There ${n === 1 ? "is" : "are"} only ${formatNumberOf(n, "scored answer")}; at least ${minPeopleForItemRest} are needed.`,
    };
  }
  if (rest.high !== null && rest.high < 0) {
    return {
      advice: "check-key",
      reason:
        "People who answer the other items correctly tend to answer this one incorrectly: the key may be wrong, or the text misleading.",
    };
  }
  if (isPoor) {
    return {
      advice: "reword",
      reason:
        rest.low !== null && rest.low > 0
          ? "The accuracy is clearly below that of all items. People who do well on other items also do better on this one, so reword it only if the reasons show a misunderstanding."
          : "The accuracy is clearly below that of all items, and there is no clear correlation with the other items.",
    };
  }
  if (correct === n) {
    return {
      advice: "leave-out",
      reason: `All ${formatCount(n)} answers are right: the item does not distinguish people. Keep it if the study needs easy items.`,
    };
  }
  return { advice: "keep", reason: "The accuracy and the correlation with the other items show no problem." };
}
