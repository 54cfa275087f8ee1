import { z } from "zod";

const placed = z.object({ line: z.number(), field: z.string(), message: z.string() });

/** What became of every row of a file of facts: given = tuples + repeated + refused + the sum of removed. */
export const factAccountSchema = z.object({
  fileName: z.string(),
  format: z.enum(["authors", "popqa", "shipped"]),
  given: z.number(),
  tuples: z.number(),
  repeated: z.number(),
  refused: z.number(),
  /** By filter, in the order of the filters; PopQA rows only. */
  removed: z.record(z.string(), z.number()),
  /** The first refusals and notes, with line and field. */
  refusals: z.array(placed),
  notes: z.array(placed),
  templates: z.object({
    fileName: z.string().nullable(),
    count: z.number(),
    categories: z.number(),
    notes: z.array(z.object({ place: z.string(), message: z.string() })),
  }),
});
export type FactAccount = z.infer<typeof factAccountSchema>;
