import type { Item } from "../items/item.ts";
import type { ConditionLevels } from "../items/kinds/item-kind.ts";
import { optionsOf } from "../items/stimulus.ts";

/** A possible answer. Options are in the order in which they were shown. */
export interface ModelOption {
  /** The option's value, as keys name it. */
  value: string;
  /** The text of the option in stored probabilities: its label, or its value if the prompt uses letters. */
  key: string;
  /** The text that the model would write: the label, or the letter. */
  text: string;
}

/** The possible answers to an item, as shown to models; empty for free text. */
export function choicesOf(item: Item, levels: ConditionLevels): ModelOption[] {
  return optionsOf(item, levels).map(({ value, label }, index) =>
    value.startsWith("option-") ? { value, key: value, text: letterOf(index) } : { value, key: label, text: label },
  );
}

function letterOf(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
