import * as z from "zod";
import { parseChoice } from "../choice-field.ts";
import type { ConditionLevels, ItemKind, KindScreen } from "../item-kind.ts";
import { highlightsOf } from "../marks.ts";
import {
  type ChoiceDisplay,
  choiceDisplayLabels,
  choiceDisplays,
  choiceDisplayWording,
  getChoiceDisplayInstruction,
  listChoiceMarks,
} from "./display.ts";
import { type OptionOrder, optionOrders, orderShownOptions } from "./options.ts";
import { twoChoiceField, twoChoiceTask } from "./schema.ts";

/** The instruction that Yang et al. gave to models and people (appendix B, "KNP task"). */
export const knpTask = "Read the story below and answer the related question.";

const screenInstruction = twoChoiceTask.document.instruction ?? "";

/** The level of `prompt` without options. A judge compares the answer with the options. */
export const openEnded = "open-ended";

/** Whether a condition shows no options (Yang et al., section 5.2, "Binary Choice vs. Open-Ended Generation"). */
export function isOpenEnded(kind: string, levels: ConditionLevels): boolean {
  return kind === "two-choice" && levels.prompt === openEnded;
}

/**
 * A story, a question about what happens next, and two options, one of which is correct (KNP, Yang et al. 2026, section
 * 2). The option order is a condition: the design balances it, and it is recorded with the answer.
 */
export const twoChoice: ItemKind = {
  name: "two-choice",
  label: twoChoiceTask.label,
  task: twoChoiceTask,
  optionSource: "item",
  optionCount: 2,
  formLabel: "One of two actions",
  commonNames: ["two choice", "one of two"],
  reply: { letters: 2 },
  goldSchema: z.union([z.literal(0), z.literal(1)], { error: "must be 0 or 1, the index of the right option" }),
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
    {
      name: "ablation",
      label: "What is highlighted",
      levels: choiceDisplays.map((display) => ({
        value: display,
        label: choiceDisplayLabels[display],
        ...(display === "plain" ? {} : { onRequest: true as const }),
      })),
    },
  ],
  wording: {
    readInstruction: "Please read the following story.",
    answerInstruction: screenInstruction,
    ...choiceDisplayWording,
  },
  screens(item, levels, wording, layout) {
    const displayNote = getChoiceDisplayInstruction(displayOf(levels), wording);
    const isOpen = isOpenEnded("two-choice", levels);
    const answer: KindScreen = {
      name: "answer",
      instruction: [displayNote, wording.answerInstruction].filter(Boolean).join(" "),
      instructionFirst: true,
      story: item.story.text,
      question: item.text,
      statement: null,
      options: isOpen
        ? []
        : options(item.options, levels).map((shown) => ({ value: optionKey(shown.option), label: shown.text })),
      input: isOpen ? "open-text" : "choice",
      highlights: highlightsOf(item, listChoiceMarks(displayOf(levels))),
    };
    if (layout === "one-screen") return [answer];
    const readInstruction = [displayNote, wording.readInstruction].filter(Boolean).join(" ");
    return [
      { ...answer, name: "story", instruction: readInstruction, question: null, options: [], input: null },
      answer,
    ];
  },
  marks: (levels) => listChoiceMarks(displayOf(levels)),
  promptStyles: ["human", "knp", openEnded],
  prompt({ reading, story, instruction, question, options }, levels) {
    const letteredOptions = options.map(({ label }, index) => `${"AB"[index]}. ${label}`);
    const task = instruction.replace(screenInstruction, knpTask);
    if (levels.prompt === "knp") return knpPrompt(task, story, question, letteredOptions.join("\n"));
    if (levels.prompt === openEnded) return openEndedPrompt(task, story, question);
    return [reading, instruction, story, question, ...letteredOptions].filter((part) => part.trim() !== "").join("\n");
  },
  answerFields: ["choice"],
  parseAnswer: ({ choice }) => parseChoice(twoChoiceField, [optionKey(0), optionKey(1)], choice),
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold) {
    if (answer.choice === undefined || (gold !== 0 && gold !== 1)) return { correct: null, measures: {} };
    return { correct: answer.choice === optionKey(gold), measures: {} };
  },
  codebook: [
    {
      name: "answer",
      description: "The option chosen, by its index in the item, regardless of its position on the screen.",
      values: { "option-0": "the item's first option", "option-1": "the item's second option" },
    },
    { name: "optionOrder", description: 'Which option was shown first: "0-1" the item\'s first, "1-0" its second.' },
    { name: "gold", description: "The index of the right option in the item: 0 or 1." },
  ],
};

function options(texts: readonly string[], levels: ConditionLevels) {
  const [first = "", second = ""] = texts;
  const order: OptionOrder = optionOrders.find((candidate) => candidate === levels.optionOrder) ?? "0-1";
  return orderShownOptions([first, second], order);
}

function displayOf(levels: ConditionLevels): ChoiceDisplay {
  return choiceDisplays.find((display) => display === levels.ablation) ?? "plain";
}

/**
 * Appendix B, table 9 ("KNP task"). The study's own instruction is used; the default instruction, which applies only to
 * a screen, is replaced by the paper's.
 */
function knpPrompt(instruction: string, story: string, question: string, answers: string): string {
  return `${instruction}

Story:
${story}

Question: ${question}

Answers:
${answers}

Output Format:
Reasoning: {The reasoning process}
Answer: {"A" or "B"}`;
}

/** The prompt "without given option answers" (section 5.2). The paper does not print it. */
function openEndedPrompt(instruction: string, story: string, question: string): string {
  return `${instruction}

Story:
${story}

Question: ${question}

Output Format:
Reasoning: {The reasoning process}
Answer: {The answer in one sentence}`;
}

function optionKey(index: 0 | 1): string {
  return `option-${index}`;
}
