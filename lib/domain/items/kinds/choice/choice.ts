import * as z from "zod";
import { parseChoice } from "../choice-field.ts";
import { addConfidence, addConfidenceInput, confidenceEntry, confidenceFactor } from "../confidence.ts";
import type { ConditionLevels, ItemKind, Option } from "../item-kind.ts";
import { createStoryScreens } from "../question-about-story.ts";
import { choiceField, choiceTask } from "./schema.ts";

/** Options are lettered in prompts. */
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * One of n options, of which one is right, with or without a story: questions of SimpleToM, Hi-ToM, BigToM, ToMBench
 * and most other benchmarks. The order of the options (as in the file, or reversed) is a condition. An answer may state
 * a confidence from 0 to 1, which does not affect the score.
 */
export const choice: ItemKind = {
  name: "choice",
  label: choiceTask.label,
  task: choiceTask,
  optionSource: "item",
  formLabel: "Multiple choice",
  commonNames: ["multiple choice", "multiplechoice", "mcq", "mc", "single choice", "select one", "one of several"],
  reply: { letters: 10 },
  goldSchema: z
    .int("names none of the options: write its letter, number or text in a table, or its index from 0 in JSON lines")
    .min(0)
    .max(letters.length - 1),
  refuseItem(item) {
    if (item.options.length < 2) return { field: "options", message: "must be two texts or more" };
    const isDouble = new Set(item.options.map((option) => option.trim())).size < item.options.length;
    return isDouble ? { field: "options", message: "must not contain a text twice" } : null;
  },
  refuseGold(gold, item) {
    if (typeof gold === "number" && gold < item.options.length) return null;
    return { field: "gold", message: `must be less than ${item.options.length}, the number of options` };
  },
  factors: [
    {
      name: "optionOrder",
      label: "Order of the options",
      levels: [
        { value: "given", label: "as in the file" },
        { value: "reversed", label: "reversed", hint: "reverses the options only" },
      ],
    },
    confidenceFactor,
  ],
  wording: {
    readInstruction: "Please read the following text.",
    noStoryInstruction: "The next question stands by itself.",
    answerInstruction: choiceTask.document.instruction ?? "",
  },
  screens: (item, levels, wording, layout) =>
    createStoryScreens(item, wording, layout, {
      options: orderOptions(item.options, levels),
      input: addConfidenceInput("choice", levels),
    }),
  promptStyles: ["human"],
  prompt({ reading, story, instruction, question, options }) {
    const letteredOptions = options.map(({ label }, index) => `${letters[index]}. ${label}`);
    return [reading, story, instruction, question, ...letteredOptions].filter((part) => part.trim() !== "").join("\n");
  },
  answerFields: ["choice", "confidence"],
  parseAnswer(fields, item) {
    const offeredKeys = item.options.map((_, index) => optionKey(index));
    const parsed = parseChoice(choiceField, offeredKeys, fields.choice);
    return parsed.ok ? addConfidence(parsed.answer, fields.confidence) : parsed;
  },
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold) {
    if (answer.choice === undefined || typeof gold !== "number" || !Number.isInteger(gold))
      return { correct: null, measures: {} };
    const isKnown = /^option-\d{1,2}$/u.test(answer.choice);
    return { correct: isKnown ? answer.choice === optionKey(gold) : null, measures: {} };
  },
  codebook: [
    {
      name: "answer",
      description:
        'The option chosen, by its index in the item, counted from 0 ("option-0"), regardless of its position on the screen.',
    },
    confidenceEntry,
    { name: "optionOrder", description: "Whether the options were shown in the file's order or reversed." },
    { name: "gold", description: "The index of the right option in the item, from 0." },
  ],
};

function orderOptions(options: readonly string[], { optionOrder }: ConditionLevels): Option[] {
  const inOrder = options.map((label, index) => ({ value: optionKey(index), label }));
  return optionOrder === "reversed" ? inOrder.reverse() : inOrder;
}

function optionKey(index: number): string {
  return `option-${index}`;
}
