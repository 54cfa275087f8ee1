import { taskFormat } from "../schema/task-schema.ts";
import type { TaskTemplate } from "./template.ts";

const format = taskFormat;

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
