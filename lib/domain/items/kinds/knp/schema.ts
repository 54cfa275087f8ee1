import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { ChoiceField } from "../choice-field.ts";
import { type KindTask, toStoryField } from "../kind-task.ts";

export const twoChoiceField = {
  name: "answer",
  type: "choice",
  label: "Your answer",
  options: { from: "options" },
  messages: { missing: "Please choose one of the two answers.", invalid: "The answer must be one of the two options." },
  scoring: { by: "key" },
} satisfies ChoiceField;

/** What a character does next, given what they know (KNP, Yang et al. 2026). */
export const twoChoiceTask: KindTask = {
  id: "two-choice",
  label: "One of two",
  purpose: "a question about a story with two answers, such as what happens next",
  document: {
    format: taskFormat,
    title: "One of two",
    instruction: "Please answer using the information in the story.",
    stimulus: [
      { name: "story", type: "text" },
      { name: "question", type: "text" },
      { name: "options", type: "texts", minimum: 2, maximum: 2 },
    ],
    answer: [twoChoiceField],
  },
  example: {
    fields: {
      story: "Ana hid the key under the mat while Ben was away.",
      question: "Ben comes home and wants to open the door. What does he do?",
      options: ["He looks for the key in the drawer.", "He lifts the mat."],
    },
    gold: { answer: "option-0" },
  },
  fieldsOf: (item) => ({ ...toStoryField(item), question: item.text, options: item.options }),
  keysOf: (gold) => (gold === 0 || gold === 1 ? { answer: `option-${gold}` } : {}),
};
