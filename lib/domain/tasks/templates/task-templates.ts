import { audioQuestion, imageQuestion, sentiment, topics } from "./classification.ts";
import { likert, ranking } from "./comparison.ts";
import { entities, questionWithEvidence, spanErrors, toxicity } from "./span-tasks.ts";
import type { TaskTemplate } from "./template.ts";

/** The templates that are no kind of items of their own, in the order of the menu. */
export const taskTemplates: readonly TaskTemplate[] = [
  sentiment,
  topics,
  entities,
  spanErrors,
  questionWithEvidence,
  toxicity,
  ranking,
  likert,
  imageQuestion,
  audioQuestion,
];
