import { z } from "zod";
import { constructionTarget } from "@/lib/domain/annotation/construction.ts";

/** What the job that makes one thing is told. */
export const constructItemPayload = constructionTarget.extend({
  batchId: z.string(),
  collectionId: z.string(),
  source: z.union([z.object({ itemId: z.string() }), z.object({ text: z.string(), genre: z.string() })]),
  seed: z.number(),
  budgetUsd: z.number().nullable(),
  /** What is made from the story once it is there. */
  followUps: z.array(constructionTarget),
});
export type ConstructItemPayload = z.infer<typeof constructItemPayload>;
