import * as z from "zod";
import { requiredText } from "../../text.ts";
import { sessionRuleSchema } from "./layout-design.ts";

const key = requiredText(200);

/** What a study's design says about its sessions besides groups, conditions and numbers of answers. */
export const compositionSchema = z.strictObject({
  /** How each factor varies; a factor that is not named varies between people. */
  varies: z.record(key, z.enum(["between", "within"])).default({}),
  rules: z.array(sessionRuleSchema).max(40).default([]),
  /** Items drawn from those chosen; null: all of them. */
  draw: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Sessions in all; null: as many as the answers to each item need. */
  sessions: z.int().min(1).max(500_000).nullable().default(null),
  /** Statements that follow one reading of a story; null: each has its own. */
  reading: z.int().min(2).max(100).nullable().optional(),
  /** Each group's share of the sessions by its key; null: equal shares. */
  shares: z.record(key, z.number().min(0).max(1)).nullable().default(null),
  /**
   * How the design file that was read into the form names and orders groups, factors and levels: which sessions are drawn
   * depends on it. What it leaves out follows, but for factors of one level. Absent: everything as the study orders it.
   */
  named: z
    .strictObject({
      strata: z.array(key).max(200),
      factors: z.array(z.strictObject({ name: key, levels: z.array(key).max(10) })).max(5),
    })
    .optional(),
});
export type StudyComposition = z.infer<typeof compositionSchema>;

export const plainComposition: StudyComposition = { varies: {}, rules: [], draw: null, sessions: null, shares: null };
