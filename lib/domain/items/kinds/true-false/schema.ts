import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { ChoiceField } from "../choice-field.ts";
import { type KindTask, toStoryField } from "../kind-task.ts";

export const trueFalseChoice = {
  name: "answer",
  type: "choice",
  label: "Do you think the following statement is true or false?",
  options: [
    { value: "true", label: "True" },
    { value: "false", label: "False" },
  ],
  messages: { missing: "Please choose one of the two answers.", invalid: "The answer must be true or false." },
  scoring: { by: "key" },
} satisfies ChoiceField;

/** Statements about stories (MoToMQA) and hypotheses about premises (MindGames). */
export const trueFalseTask: KindTask = {
  id: "true-false",
  label: "True or false",
  purpose: "a statement about a story",
  document: {
    format: taskFormat,
    title: "True or false",
    instruction: "Please answer using the information provided and your own interpretation of the story.",
    stimulus: [
      { name: "story", type: "text", required: false },
      { name: "statement", type: "text" },
    ],
    answer: [trueFalseChoice],
  },
  example: {
    fields: { story: "Ana locked the hut and took the key.", statement: "Ana has the key." },
    gold: { answer: "true" },
  },
  fieldsOf: (item) => ({ ...toStoryField(item), statement: item.text }),
  keysOf: (gold) => (typeof gold === "boolean" ? { answer: String(gold) } : {}),
};
