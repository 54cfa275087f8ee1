import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { ChoiceField } from "../choice-field.ts";
import { type KindTask, toStoryField } from "../kind-task.ts";

export const choiceField = {
  name: "answer",
  type: "choice",
  label: "Your answer",
  options: { from: "options" },
  messages: { missing: "Please choose one of the answers.", invalid: "The answer must be one of the options." },
  scoring: { by: "key" },
} satisfies ChoiceField;

/** A question with several answers, with or without a text. */
export const choiceTask: KindTask = {
  id: "choice",
  label: "One of several",
  purpose: "a question with several answers, with or without a text",
  document: {
    format: taskFormat,
    title: "One of several",
    instruction: "Please choose one answer.",
    stimulus: [
      { name: "story", type: "text", required: false },
      { name: "question", type: "text" },
      { name: "options", type: "texts", minimum: 2, maximum: 26 },
    ],
    answer: [choiceField],
  },
  example: {
    fields: { question: "Which of these is a river?", options: ["Danube", "Kahlenberg", "Vienna"] },
    gold: { answer: "option-0" },
  },
  fieldsOf: (item) => ({ ...toStoryField(item), question: item.text, options: item.options }),
  keysOf: (gold) => (typeof gold === "number" && Number.isInteger(gold) ? { answer: `option-${gold}` } : {}),
};
