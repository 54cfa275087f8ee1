import { taskFormat } from "../schema/task-schema.ts";
import type { TaskTemplate } from "./template.ts";

const format = taskFormat;

export const pairwisePreference: TaskTemplate = {
  id: "pairwise",
  label: "Pairwise preference",
  purpose: "which of two answers is better, and by how much",
  document: {
    format,
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

export const ranking: TaskTemplate = {
  id: "ranking",
  label: "Ranking",
  purpose: "an order of several texts, the best first",
  document: {
    format,
    title: "Ranking",
    instruction: "Rank the summaries from the best to the worst.",
    stimulus: [
      { name: "document", type: "text", label: "Document" },
      { name: "summaries", type: "texts", label: "Summaries", minimum: 2, maximum: 6 },
    ],
    answer: [
      {
        name: "order",
        type: "ranking",
        label: "The summaries from the best to the worst",
        options: { from: "summaries" },
        scoring: { by: "overlap", measure: "iou" },
      },
    ],
  },
  example: {
    fields: {
      document: "The library opens at nine. On Sundays it is closed. Members may borrow ten books.",
      summaries: ["Members may borrow ten books.", "The library is closed on Sundays.", "There is a library."],
    },
    gold: { order: ["option-0", "option-1", "option-2"] },
  },
};

const agreement = ["Strongly disagree", "Disagree", "Neither", "Agree", "Strongly agree"];

export const likert: TaskTemplate = {
  id: "likert",
  label: "Likert survey",
  purpose: "several ratings of one text on the same scale",
  document: {
    format,
    title: "Ratings of a text",
    instruction: "Read the text. How far do you agree with each statement?",
    stimulus: [{ name: "text", type: "text" }],
    answer: [
      { name: "clear", type: "rating", label: "The text is clear.", labels: agreement },
      { name: "interesting", type: "rating", label: "The text is interesting.", labels: agreement },
      { name: "trustworthy", type: "rating", label: "I would trust its author.", labels: agreement },
      { name: "comment", type: "text", label: "Comment", isLong: true, required: false },
    ],
  },
  example: { fields: { text: "Our bread is baked twice a day, in the same oven as in 1911." }, gold: {} },
};
