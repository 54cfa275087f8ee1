import * as z from "zod";
import { applyLabels, createChoiceWording, parseChoice, valuesOf } from "../choice-field.ts";
import { contextFree, isContextFree } from "../context-free.ts";
import type { ConditionLevels, ItemKind, KindScreen, Option, Wording } from "../item-kind.ts";
import { trueFalseChoice, trueFalseTask } from "./schema.ts";

/**
 * A story and a statement that is true or false (MoToMQA, Street et al. 2024, section 3.1; MindGames).
 *
 * Factors: whether the story stays on screen with the question (or is never shown, as a baseline without context), and
 * which of the two words comes first in the question and in the options. Instructions and question stem are from the
 * paper (appendix A.3, table 4).
 */
export const trueFalse: ItemKind = {
  name: "true-false",
  label: trueFalseTask.label,
  task: trueFalseTask,
  optionSource: "kind",
  formLabel: "True or false",
  textLabel: "Statement",
  commonNames: ["true false", "truefalse", "t f", "tf", "boolean", "true or false", "statement"],
  keyWords: {
    true: true,
    t: true,
    "1": true,
    entailment: true,
    false: false,
    f: false,
    "0": false,
    not_entailment: false,
  },
  reply: { words: { true: "true", false: "false" }, readsStatements: true },
  goldSchema: z.boolean({ error: "must be true or false" }),
  refuseItem: (item) =>
    item.options.length > 0 ? { field: "options", message: "must be empty for true-false" } : null,
  factors: [
    {
      name: "story",
      label: "Story with the question",
      levels: [
        {
          value: "no-story",
          label: "no-story",
          hint: "the story is read first and not repeated on the question screen",
        },
        { value: "story", label: "story", hint: "the story is read first and repeated on the question screen" },
        {
          value: contextFree,
          label: contextFree,
          hint: "the story is never shown: the statement is judged alone, unlike in no-story",
          onRequest: true,
        },
      ],
    },
    {
      name: "questionOrder",
      label: "Order of the words",
      levels: [
        { value: "true-false", label: "true or false" },
        {
          value: "false-true",
          label: "false or true",
          hint: "reverses both the words in the question and the options",
        },
      ],
    },
  ],
  wording: {
    readInstruction: "Please read the following story twice in your head.",
    answerInstruction: trueFalseTask.document.instruction ?? "",
    contextFreeInstruction: "There is no story to this statement. Please judge it on its own.",
    questionTrueFirst: trueFalseChoice.label,
    questionFalseFirst: "Do you think the following statement is false or true?",
    ...createChoiceWording(trueFalseChoice.options),
  },
  screens(item, levels, wording, layout) {
    const isAlone = isContextFree(levels);
    const repeatsStory = !isAlone && (layout === "one-screen" || levels.story === "story");
    const answer: KindScreen = {
      name: "answer",
      instruction: (isAlone ? wording.contextFreeInstruction : wording.answerInstruction) ?? "",
      story: repeatsStory ? item.story.text : null,
      question: question(levels, wording),
      statement: item.text,
      options: options(levels, wording),
      input: "choice",
    };
    if (layout === "one-screen") return [answer];
    return [
      {
        name: "story",
        instruction: (isAlone ? wording.contextFreeInstruction : wording.readInstruction) ?? "",
        story: isAlone ? null : item.story.text,
        question: null,
        statement: null,
        options: [],
        input: null,
      },
      answer,
    ];
  },
  promptStyles: ["human", "simplified", "paper", "paper-chat"],
  prompt(shown, levels) {
    const { story, instruction, question, statement } = shown;
    // Without a story, both screens have the same text; the prompt contains it once.
    const reading = shown.reading === instruction ? "" : shown.reading;
    switch (levels.prompt) {
      // Street et al., table 4, put story and statement in straight quotation marks.
      case "simplified":
        return `${story === "" ? "" : `"${story}" `}Question: ${question} "${statement}" Answer:`;
      // Sileo and Lernould, section 4.3.
      case "paper":
        return `${story} Question: ${statement} ${shown.options.map(({ label }) => label).join(" or ")}?`.trim();
      // The messages that Sileo and Lernould sent to chat models (figure 3 and appendix A).
      case "paper-chat": {
        const labels = shown.options.map(({ label }) => label.toLowerCase()).join(" or ");
        const premise = story === "" ? "" : `[Premise] ${story} `;
        return `${premise}[Hypothesis] ${statement} Is the hypothesis ${labels}?`;
      }
      default:
        return [reading, story, instruction, question, statement].filter((part) => part !== "").join(" ");
    }
  },
  answerFields: ["choice"],
  parseAnswer: ({ choice }) => parseChoice(trueFalseChoice, valuesOf(trueFalseChoice.options), choice),
  answerKey: (answer) => answer.choice ?? null,
  score(answer, gold) {
    if (answer.choice === undefined || typeof gold !== "boolean") return { correct: null, measures: {} };
    return { correct: (answer.choice === "true") === gold, measures: {} };
  },
  codebook: [
    {
      name: "answer",
      description: "The statement was called true or false.",
      values: { true: "called true", false: "called false" },
    },
    { name: "gold", description: "Whether the statement is true of the story, by the key version in its own column." },
  ],
};

function isTrueFirst(levels: ConditionLevels): boolean {
  return levels.questionOrder !== "false-true";
}

function question(levels: ConditionLevels, wording: Wording): string {
  return (isTrueFirst(levels) ? wording.questionTrueFirst : wording.questionFalseFirst) ?? "";
}

function options(levels: ConditionLevels, wording: Wording): Option[] {
  const inOrder = applyLabels(trueFalseChoice.options, wording);
  return isTrueFirst(levels) ? inOrder : inOrder.reverse();
}
