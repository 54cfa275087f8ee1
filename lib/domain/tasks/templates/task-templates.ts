import { audioQuestion, imageQuestion, sentiment, topics } from "./classification.ts";
import { likert, pairwisePreference, ranking } from "./comparison.ts";
import { entities, questionWithEvidence, spanErrors, toxicity } from "./span-tasks.ts";
import type { TaskTemplate } from "./template.ts";

/** The templates of the schema editor, in the order of its menu. */
export const taskTemplates: readonly TaskTemplate[] = [
  sentiment,
  topics,
  entities,
  spanErrors,
  questionWithEvidence,
  toxicity,
  pairwisePreference,
  ranking,
  likert,
  imageQuestion,
  audioQuestion,
];
