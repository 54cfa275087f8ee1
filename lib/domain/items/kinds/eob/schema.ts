import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { ChoiceField } from "../choice-field.ts";
import type { KindTask } from "../kind-task.ts";

export const yesNoChoice = {
  name: "answer",
  type: "choice",
  label: "Your answer",
  options: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ],
  messages: { missing: "Please choose yes or no.", invalid: "The answer must be yes or no." },
  scoring: { by: "key" },
} satisfies ChoiceField;

/** A question without context, or after an expression of belief (Du et al.). */
export const yesNoTask: KindTask = {
  id: "yes-no",
  label: "Yes or no",
  purpose: "a question, alone or after an expression of belief",
  document: {
    format: taskFormat,
    title: "Yes or no",
    instruction: "Answer the question with Yes or No.",
    stimulus: [
      { name: "expression", type: "text", required: false },
      { name: "question", type: "text" },
    ],
    answer: [yesNoChoice],
  },
  example: {
    fields: {
      expression: "Ana is sure that the Danube flows through Graz.",
      question: "Does the Danube flow through Graz?",
    },
    gold: { answer: "no" },
  },
  fieldsOf: ({ story, text }) => ({ ...(story.text.trim() === "" ? {} : { expression: story.text }), question: text }),
  keysOf: (gold) => (gold === "yes" || gold === "no" ? { answer: gold } : {}),
};
