import { drawOne, type Random } from "../../../random.ts";

/** The order in which the two options are shown. Options are identified by their index in the item (0 or 1). */
export const optionOrders = ["0-1", "1-0"] as const;
export type OptionOrder = (typeof optionOrders)[number];

/** A displayed option: its index in the item, and its position on the screen (A or B). */
export interface ShownOption {
  option: 0 | 1;
  letter: "A" | "B";
  text: string;
}

/** Draws a random order. A design should balance orders over people instead, where possible. */
export function drawOptionOrder(random: Random): OptionOrder {
  return drawOne(optionOrders, random);
}

/** The options in display order, which is the same for the model's prompt and the screen. */
export function orderShownOptions(texts: readonly [string, string], order: OptionOrder): [ShownOption, ShownOption] {
  const [first, second] = order === "0-1" ? ([0, 1] as const) : ([1, 0] as const);
  return [
    { option: first, letter: "A", text: texts[first] },
    { option: second, letter: "B", text: texts[second] },
  ];
}

/** The index of the option that a letter denotes in an order. */
export function optionOf(letter: "A" | "B", order: OptionOrder): 0 | 1 {
  return (letter === "A") === (order === "0-1") ? 0 : 1;
}

/** The score of an answer to a two-choice item. */
export interface TwoChoiceScore {
  isRight: boolean;
  /** Whether the option shown first was chosen, to detect position bias. */
  choseFirst: boolean;
  /** Whether the correct option was shown first. */
  rightWasFirst: boolean;
}

/** Scores a choice (an option's index in the item) against the key (the correct option's index). */
export function scoreTwoChoice(choice: 0 | 1, gold: 0 | 1, order: OptionOrder): TwoChoiceScore {
  const first = order === "0-1" ? 0 : 1;
  return { isRight: choice === gold, choseFirst: choice === first, rightWasFirst: gold === first };
}

/** Results of many answers; shares are null if there are none. */
export interface TwoChoiceTable {
  n: number;
  right: number;
  accuracy: number | null;
  /** Share of answers that chose the first option. A share far from one half indicates position bias. */
  choseFirst: number;
  choseFirstShare: number | null;
}

/** Accuracy and position bias over answers. */
export function summariseTwoChoice(scores: readonly TwoChoiceScore[]): TwoChoiceTable {
  const n = scores.length;
  const right = scores.filter((score) => score.isRight).length;
  const choseFirst = scores.filter((score) => score.choseFirst).length;
  return {
    n,
    right,
    accuracy: n === 0 ? null : right / n,
    choseFirst,
    choseFirstShare: n === 0 ? null : choseFirst / n,
  };
}
