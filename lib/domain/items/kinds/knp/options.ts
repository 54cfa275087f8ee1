import { drawOne, type Random } from "../../../random.ts";

/** Which of the two options is shown first. Options are identified by their index in the item: 0 and 1. */
export const optionOrders = ["0-1", "1-0"] as const;
export type OptionOrder = (typeof optionOrders)[number];

/** A displayed option: its index in the item, and its position on the screen (A or B). */
export interface ShownOption {
  option: 0 | 1;
  letter: "A" | "B";
  text: string;
}

/** A random order; a design balances it over people if possible. */
export function drawOptionOrder(random: Random): OptionOrder {
  return drawOne(optionOrders, random);
}

/** The options in display order; the model's prompt and the screen use the same. */
export function shownOptions(texts: readonly [string, string], order: OptionOrder): [ShownOption, ShownOption] {
  const [first, second] = order === "0-1" ? ([0, 1] as const) : ([1, 0] as const);
  return [
    { option: first, letter: "A", text: texts[first] },
    { option: second, letter: "B", text: texts[second] },
  ];
}

/** The option of a letter under an order. */
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
  /** Share of answers that chose the first option; far from one half it indicates position bias. */
  choseFirst: number;
  choseFirstShare: number | null;
}

/** Accuracy and position bias over answers. */
export function twoChoiceTable(scores: readonly TwoChoiceScore[]): TwoChoiceTable {
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
