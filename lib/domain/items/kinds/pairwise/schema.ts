import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { TaskTemplate } from "../../../tasks/templates/template.ts";

/** Which of two texts is better. Its items are those of the kind `task`; the kind has no plug-in. */
export const pairwisePreference: TaskTemplate = {
  id: "pairwise",
  label: "Pairwise preference",
  purpose: "which of two answers is better, and by how much",
  document: {
    format: taskFormat,
    title: "Pairwise preference",
    instruction: "Read both responses to the prompt and choose the better one.",
    stimulus: [
      { name: "prompt", type: "text", label: "Prompt" },
      { name: "responses", type: "texts", minimum: 2, maximum: 2, names: ["Response A", "Response B"] },
    ],
    answer: [
      {
        name: "preference",
        type: "pairwise",
        label: "Which response is better?",
        between: "responses",
        strength: 3,
        strengthLabels: ["slightly better", "better", "much better"],
        scoring: { by: "distribution" },
      },
      { name: "reason", type: "text", label: "Reason", isLong: true, required: false },
    ],
  },
  example: {
    fields: {
      prompt: "Explain in one sentence why the sky is blue.",
      responses: ["Air scatters blue light more than red light.", "Because it reflects the sea."],
    },
    gold: { preference: { first: 0.9, second: 0.05, tie: 0.05 } },
  },
};
