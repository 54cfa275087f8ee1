import * as z from "zod";
import { boundedText } from "../text.ts";

const share = z.number().min(0, "must be at least 0").max(1, "must be at most 1");

/** What a collection decides about its work; what is left out gets the usual value. */
export const collectionSettingsSchema = z.strictObject({
  /** Independent annotators for each item. */
  overlap: z.int().min(1, "must be at least 1").max(20, "must be at most 20").default(1),
  /** How long a task is kept after the last activity; others may take it `takeOverMinutes` after that. */
  leaseMinutes: z.int().min(1, "must be at least 1").max(1_440, "must be at most 1440").default(15),
  /** Share of untouched items that goes to review all the same. */
  reviewShareUntouched: share.default(0.1),
  /** Whether refined items and the untouched sample are solved by others, blind, before they are accepted. */
  requiresReSolve: z.boolean().default(false),
  /** Answers that decide about an item, and the share of them that must be right. */
  reSolveAnswers: z.int().min(1, "must be at least 1").max(50, "must be at most 50").default(3),
  reSolveShare: share.default(0.66),
  /** For an erroneous story: the mean word overlap with the marked error that its right answers need. */
  reSolveOverlap: share.default(0.3),
  /** In the smallest unit of the currency, for per hour of active time; beside `payPerItem` the floor. Null for none. */
  payPerHour: z.int().min(0).max(10_000_000).nullable().default(null),
  /** The same for a finished copy or a decided review; null where people are paid by the hour or not at all. */
  payPerItem: z.int().min(0).max(10_000_000).nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters such as USD")
    .default("USD"),
  /**
   * Share of first verdicts in the project's practice that must be the expert's, and of its faults that they must find, before
   * items are given out; null for no gate.
   */
  practicePassMark: share.nullable().default(null),
  instructions: boundedText(20_000).default(""),
});
export type CollectionSettings = z.infer<typeof collectionSettingsSchema>;
