import { formatCount } from "../../format/figures.ts";
import { type ItemRest, minPeopleForItemRest } from "../../statistics/item-response/item-rest-correlation.ts";

/** What to do with an item after a pilot. A suggestion changes nothing. */
export interface ItemSuggestion {
  advice: "check-key" | "reword" | "leave-out" | "keep" | "wait";
  /** One sentence. */
  reason: string;
}

/** The suggestions as labels. */
export const adviceLabels: Readonly<Record<ItemSuggestion["advice"], string>> = {
  "check-key": "Check the key",
  reword: "Reword",
  "leave-out": "Leave out",
  keep: "Keep",
  wait: "More answers needed",
};

/**
 * The suggestion for an item of a pilot, by the first rule that applies: too few answers; the whole interval of the
 * item-rest correlation below 0 (people who do well elsewhere do worse here, as with a wrong key); accuracy clearly below
 * that of all items; everyone right, so that the item cannot tell people apart; otherwise keep.
 */
export function suggestForItem(
  { n, correct, isPoor }: { n: number; correct: number; isPoor: boolean },
  rest: ItemRest,
): ItemSuggestion {
  if (n < minPeopleForItemRest) {
    return { advice: "wait", reason: `It has ${formatCount(n)} scored answers, fewer than ${minPeopleForItemRest}.` };
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
          ? "Its accuracy is below that of all items by more than chance; it is hard, but people who do well elsewhere do better on it, so reword it only if the reasons show a misunderstanding."
          : "Its accuracy is below that of all items by more than chance, and it does not clearly go with the other items.",
    };
  }
  if (correct === n) {
    return {
      advice: "leave-out",
      reason: `All ${formatCount(n)} answers are right: it cannot tell people apart. Keep it if the study needs easy items.`,
    };
  }
  return { advice: "keep", reason: "Its accuracy and its correlation with the other items show no problem." };
}
