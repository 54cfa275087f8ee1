import * as z from "zod";

/** The published tables of Yang et al. 2026, as far as this program uses them; proportions with two decimals. */
export const ksteDataSchema = z.object({
  table2: z.array(
    z.object({
      model: z.string(),
      kind: z.enum(["model", "human"]),
      ikd: z.object({
        posCls: z.number(),
        negCls: z.number(),
        fullCls: z.number(),
        negLoc: z.number(),
        fullLoc: z.number(),
      }),
      knp: z.number(),
      n: z.object({ posStories: z.number(), negStories: z.number(), full: z.number(), knp: z.number() }),
      note: z.string().optional(),
    }),
  ),
  table3: z.object({ rows: z.array(z.object({ model: z.string(), default: z.number().nullable() })) }),
  table4: z.object({ rows: z.array(z.object({ model: z.string(), binaryChoice: z.number().nullable() })) }),
});

export type KsteData = z.output<typeof ksteDataSchema>;
export type KsteRow = KsteData["table2"][number];
