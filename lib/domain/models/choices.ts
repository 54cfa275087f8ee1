import type { Item } from "../items/item.ts";
import type { ConditionLevels } from "../items/kinds/item-kind.ts";
import { optionsOf } from "../items/stimulus.ts";

/** An answer that could be chosen, in the order shown. */
export interface Choice {
  /** The option's value, as keys name it. */
  value: string;
  /** What stands for it in stored probabilities: the option's label, or its value where the prompt letters it. */
  key: string;
  /** What the model would write: the label, or the letter. */
  text: string;
}

/** The answers between which an item lets one choose, as models are told them; empty for answers in one's own words. */
export function choicesOf(item: Item, levels: ConditionLevels): Choice[] {
  return optionsOf(item, levels).map(({ value, label }, place) =>
    value.startsWith("option-") ? { value, key: value, text: letterOf(place) } : { value, key: label, text: label },
  );
}

function letterOf(place: number): string {
  return String.fromCharCode("A".charCodeAt(0) + place);
}
