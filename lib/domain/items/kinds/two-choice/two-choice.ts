import { z } from "zod";
import type { ConditionLevels, ItemKind, StimulusScreen } from "../item-kind.ts";
import { type OptionOrder, optionOrders, shownOptions } from "./options.ts";

/**
 * A story, a question about what happens next, and two options of which one is right (KNP, Yang et al. 2026,
 * section 2). Which option stands first is a condition, so it is balanced by the design and recorded with the answer.
 */
export const twoChoice: ItemKind = {
  name: "two-choice",
  label: "One of two",
  goldSchema: z.union([z.literal(0), z.literal(1)], { error: "must be 0 or 1, the place of the right option" }),
  refuseItem(item) {
    if (item.options.length !== 2) return { field: "options", message: "must be two texts" };
    return item.story.text.trim() === "" ? { field: "story.text", message: "must not be empty" } : null;
  },
  factors: [
    {
      name: "optionOrder",
      label: "Order of the options",
      levels: [
        { value: "0-1", label: "first option first" },
        { value: "1-0", label: "second option first", hint: "reverses the options only" },
      ],
    },
  ],
  wording: {
    readInstruction: "Please read the following story.",
    answerInstruction: "Please answer using the information in the story.",
  },
  screens(item, levels, wording, layout) {
    const answer: StimulusScreen = {
      name: "answer",
      instruction: wording.answerInstruction ?? "",
      story: item.story.text,
      question: item.text,
      statement: null,
      options: options(item.options, levels).map((shown) => ({ value: optionKey(shown.option), label: shown.text })),
      input: "choice",
    };
    if (layout === "one-screen") return [answer];
    const read = wording.readInstruction ?? "";
    return [{ ...answer, name: "story", instruction: read, question: null, options: [], input: null }, answer];
  },
  prompt(item, levels, wording) {
    const lettered = options(item.options, levels).map((shown) => `${shown.letter}. ${shown.text}`);
    return [item.story.text, wording.answerInstruction, item.text, ...lettered].join("\n");
  },
  answerFields: ["choice"],
  parseAnswer(fields) {
    const { choice } = fields;
    if (choice === "option-0" || choice === "option-1") return { ok: true, answer: { choice } };
    if (choice === undefined || choice === "") {
      return { ok: false, field: "choice", message: "Please choose one of the two answers.", reason: "missing" };
    }
    return { ok: false, field: "choice", message: "The answer must be one of the two options.", reason: "not-offered" };
  },
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold) {
    if (answer.choice === undefined || (gold !== 0 && gold !== 1)) return { correct: null, measures: {} };
    return { correct: answer.choice === optionKey(gold), measures: {} };
  },
  codebook: [
    {
      name: "answer",
      description: "The option chosen, by its place in the item, whatever its place on the screen.",
      values: { "option-0": "the item's first option", "option-1": "the item's second option" },
    },
    { name: "optionOrder", description: 'Which option was shown first: "0-1" the item\'s first, "1-0" its second.' },
    { name: "gold", description: "The place of the right option in the item: 0 or 1." },
  ],
};

function options(texts: readonly string[], levels: ConditionLevels) {
  const [first = "", second = ""] = texts;
  const order: OptionOrder = optionOrders.find((candidate) => candidate === levels.optionOrder) ?? "0-1";
  return shownOptions([first, second], order);
}

function optionKey(place: 0 | 1): string {
  return `option-${place}`;
}
