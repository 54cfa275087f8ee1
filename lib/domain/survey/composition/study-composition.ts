import * as z from "zod";
import { requiredText } from "../../text.ts";
import { sessionRuleSchema } from "./layout-design.ts";

const key = requiredText(200);

/**
 * The part of a study's design that describes its sessions, in addition to groups, conditions and numbers of answers.
 */
export const compositionSchema = z.strictObject({
  /** How each factor varies; between people by default. */
  varies: z.record(key, z.enum(["between", "within"])).default({}),
  rules: z.array(sessionRuleSchema).max(40).default([]),
  /** Number of items drawn from those chosen; null: all of them. */
  draw: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Total number of sessions; null: as many as the number of answers to each item requires. */
  sessions: z.int().min(1).max(500_000).nullable().default(null),
  /** Number of statements after one reading of a story; null: each statement has a separate reading. */
  reading: z.int().min(2).max(100).nullable().optional(),
  /** The time limit of each item, in seconds, as in the protocol; null: none. */
  timeLimitSeconds: z.int().min(5).max(3_600).nullable().optional(),
  /** The pages among the items (`pagesAmongItems`); absent if there are none. */
  checks: z.array(z.strictObject({ key, from: z.int(), to: z.int() })).optional(),
  /** Each group's share of the sessions by its key; null: equal shares. */
  shares: z.record(key, z.number().min(0).max(1)).nullable().default(null),
  /**
   * The names and order of groups, factors and levels in the imported design file, which determine which sessions are
   * drawn. Other names come last; other factors with one level are omitted. Absent: the study's own order.
   */
  named: z
    .strictObject({
      strata: z.array(key).max(200),
      factors: z.array(z.strictObject({ name: key, levels: z.array(key).max(10) })).max(10),
    })
    .optional(),
});
export type StudyComposition = z.infer<typeof compositionSchema>;

export const plainComposition: StudyComposition = { varies: {}, rules: [], draw: null, sessions: null, shares: null };
