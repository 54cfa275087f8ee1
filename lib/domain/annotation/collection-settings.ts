import * as z from "zod";
import { boundedText } from "../text.ts";

const share = z.number().min(0, "must be at least 0").max(1, "must be at most 1");

/** The settings of a collection's work; missing fields get the default. */
export const collectionSettingsSchema = z.strictObject({
  /** Number of independent annotators per item. */
  overlap: z.int().min(1, "must be at least 1").max(20, "must be at most 20").default(1),
  /** How long a task is reserved after the last activity; `takeOverMinutes` later, others may take it over. */
  leaseMinutes: z.int().min(1, "must be at least 1").max(1_440, "must be at most 1440").default(15),
  /** Share of unchanged items that are sent to review anyway. */
  reviewShareUntouched: share.default(0.1),
  /**
   * Whether refined items and a sample of unchanged items must be re-solved by other people before they are accepted.
   */
  requiresReSolve: z.boolean().default(false),
  /** Number of blind answers per item, and the minimum share of them that must be correct. */
  reSolveAnswers: z.int().min(1, "must be at least 1").max(50, "must be at most 50").default(3),
  reSolveShare: share.default(0.66),
  /** For an erroneous story: the minimum mean word overlap of its correct answers with the marked error. */
  reSolveOverlap: share.default(0.3),
  /**
   * Pay per hour of active time, in the smallest currency unit; if `payPerItem` is also set, it is the minimum. Null
   * for none.
   */
  payPerHour: z.int().min(0).max(10_000_000).nullable().default(null),
  /** Pay per finished copy or decided review, in the same unit; null if people are paid by the hour or not at all. */
  payPerItem: z.int().min(0).max(10_000_000).nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters such as USD")
    .default("USD"),
  /**
   * The pass mark of the project's practice, required before a person gets items: the minimum share of first verdicts
   * that match the expert's and of faults that are found. Null for no requirement.
   */
  practicePassMark: share.nullable().default(null),
  instructions: boundedText(20_000).default(""),
});
export type CollectionSettings = z.infer<typeof collectionSettingsSchema>;
