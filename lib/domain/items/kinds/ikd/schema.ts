import * as z from "zod";
import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import type { ChoiceField } from "../choice-field.ts";
import { type KindTask, toStoryField } from "../kind-task.ts";

export const consistencyChoice = {
  name: "answer",
  type: "choice",
  label: "Is there a logical error in this story?",
  options: [
    { value: "consistent", label: "No, the story holds together" },
    { value: "error", label: "Yes, there is a logical error" },
  ],
  messages: { missing: "Please say whether there is a logical error." },
  scoring: { by: "key" },
} satisfies ChoiceField;

const keySchema = z.object({ consistent: z.boolean() });

/** Whether a story has a logical error, and where (IKD, Yang et al. 2026); originals have none. */
export const consistencyTask: KindTask = {
  id: "consistency",
  label: "Logical error, and where",
  purpose: "whether a story has a logical error, and the words that are wrong",
  document: {
    format: taskFormat,
    title: "Logical error, and where",
    instruction: "If there is a logical error, select the words that are wrong.",
    stimulus: [{ name: "story", type: "text" }],
    answer: [
      consistencyChoice,
      {
        name: "words",
        type: "spans",
        label: "The words that are wrong",
        in: "story",
        unit: "word",
        allowOverlap: false,
        showIf: { field: "answer", equals: "error" },
        messages: { missing: "Please select the words that are wrong." },
        // An answer is right if it finds the error. The overlap of the words measures whether it also finds the
        // position.
        scoring: { by: "none" },
      },
    ],
  },
  example: {
    fields: { story: "Ana locked the hut and took the key. Ben waited until she came back with it." },
    gold: { answer: "consistent" },
  },
  fieldsOf: toStoryField,
  keysOf(gold) {
    const key = keySchema.safeParse(gold);
    return key.success ? { answer: key.data.consistent ? "consistent" : "error" } : {};
  },
};
