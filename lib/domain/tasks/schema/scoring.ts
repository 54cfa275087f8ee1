import * as z from "zod";

const none = z.strictObject({ by: z.literal("none") });
/** Whether the answer equals the key. Texts are compared without case, punctuation and articles. */
const key = z.strictObject({ by: z.literal("key") });
/** The share of people who gave the same answer. The key maps answers to shares. */
const distribution = z.strictObject({ by: z.literal("distribution") });
/** Whether the number is in the range of the key. */
const range = z.strictObject({ by: z.literal("range") });
/** Whether the number differs from the key by at most the tolerance. */
const tolerance = z.strictObject({
  by: z.literal("tolerance"),
  absolute: z.number().min(0).default(0),
  /** A share of the key's absolute value. */
  relative: z.number().min(0).max(1).default(0),
});
/** The overlap with the key. The answer is correct if the overlap is at least `threshold`. */
const overlap = z.strictObject({
  by: z.literal("overlap"),
  measure: z.enum(["iou", "f1"]).default("f1"),
  threshold: z.number().gt(0).max(1).default(1),
});

/** The ways in which answers to each type of field may be scored. Every type may also be unscored. */
export const scoringSchemas = {
  choice: z.discriminatedUnion("by", [none, key, distribution]),
  several: z.discriminatedUnion("by", [none, key, overlap]),
  rating: z.discriminatedUnion("by", [none, key, range, tolerance, distribution]),
  ranking: z.discriminatedUnion("by", [none, key, overlap]),
  pairwise: z.discriminatedUnion("by", [none, key, distribution]),
  number: z.discriminatedUnion("by", [none, key, range, tolerance]),
  text: z.discriminatedUnion("by", [none, key, overlap]),
  spans: z.discriminatedUnion("by", [none, key, overlap]),
  relations: z.discriminatedUnion("by", [none, key, overlap]),
  edit: z.discriminatedUnion("by", [none, key, overlap]),
} as const;
export const unscored = { by: "none" as const };
