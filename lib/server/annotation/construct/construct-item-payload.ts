import * as z from "zod";
import { constructionTarget } from "@/lib/domain/annotation/construction.ts";

/** The payload of the job that makes one item. */
export const constructItemPayload = constructionTarget.extend({
  batchId: z.string(),
  collectionId: z.string(),
  source: z.union([
    z.object({ itemId: z.string() }),
    z.object({ text: z.string(), genre: z.string(), source: z.record(z.string(), z.string()).default({}) }),
  ]),
  seed: z.number(),
  budgetUsd: z.number().nullable(),
  /** Items to generate from the story afterwards. */
  followUps: z.array(constructionTarget),
  /** The unusable item that the new item replaces. */
  replaces: z.object({ itemId: z.string(), externalId: z.string() }).optional(),
});
export type ConstructItemPayload = z.infer<typeof constructItemPayload>;
