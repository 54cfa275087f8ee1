import * as z from "zod";

/** The published tables of Yang et al. 2026; proportions with two decimals. */
export const ksteDataSchema = z.object({
  table1: z.array(
    z.object({
      dataset: z.string(),
      samples: z.string(),
      contextLength: z.string(),
      randomChance: z.number().nullable(),
      gpt4oAccuracy: z.number(),
    }),
  ),
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
  table3: z.object({
    rows: z.array(
      z.object({
        model: z.string(),
        kind: z.enum(["model", "human"]),
        default: z.number().nullable(),
        abl1: z.number().nullable(),
        abl2: z.number().nullable(),
        abl3: z.number().nullable(),
      }),
    ),
  }),
  table4: z.object({
    rows: z.array(
      z.object({
        model: z.string(),
        kind: z.enum(["model", "human"]),
        binaryChoice: z.number().nullable(),
        openEnded: z.number().nullable(),
      }),
    ),
  }),
  textValues: z.array(z.object({ claim: z.string(), value: z.union([z.string(), z.number()]) })),
});

export type KsteData = z.output<typeof ksteDataSchema>;
export type KsteRow = KsteData["table2"][number];
