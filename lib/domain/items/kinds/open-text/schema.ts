import * as z from "zod";
import { taskFormat } from "../../../tasks/schema/task-schema.ts";
import { type KindTask, toStoryField } from "../kind-task.ts";

/** Maximum length of an answer in characters. */
export const maxAnswerLength = 500;

const acceptSchema = z.object({ accept: z.array(z.string()).min(1) });

/** A question with a free-text answer. */
export const openTextTask: KindTask = {
  id: "open-text",
  label: "In one's own words",
  purpose: "a question with an answer of a few words",
  document: {
    format: taskFormat,
    title: "In one's own words",
    instruction: "Please answer in a few words.",
    stimulus: [
      { name: "story", type: "text", required: false },
      { name: "question", type: "text" },
    ],
    answer: [
      {
        name: "answer",
        type: "text",
        label: "Your answer",
        maximum: maxAnswerLength,
        messages: { missing: "Please write an answer." },
        scoring: { by: "key" },
      },
    ],
  },
  example: {
    fields: { story: "Ana locked the hut and gave the key to Ben.", question: "Who has the key?" },
    gold: { answer: "Ben" },
  },
  fieldsOf: (item) => ({ ...toStoryField(item), question: item.text }),
  keysOf(gold) {
    const key = acceptSchema.safeParse(gold);
    return key.success ? { answer: key.data.accept } : {};
  },
};
