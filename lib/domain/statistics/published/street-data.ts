import * as z from "zod";

const counts = z.object({ k1: z.number(), n1: z.number(), k2: z.number(), n2: z.number() });

const proportionTest = z.object({
  id: z.string(),
  section: z.string(),
  label: z.string(),
  test: z.literal("two_prop_z_pooled"),
  input: counts,
  printed: z.object({
    N: z.number().nullable(),
    percent1: z.number(),
    percent2: z.number(),
    z: z.string(),
    pTwoSided: z.string(),
  }),
});

const pairedTest = z.object({
  id: z.string(),
  section: z.string(),
  label: z.string(),
  task: z.string(),
  test: z.literal("mcnemar"),
  printed: z.object({ chi2: z.string().nullable(), N: z.number(), p: z.string() }),
  solved: z.object({ b: z.number(), c: z.number() }),
});

const taskCell = z.object({ successes: z.number(), printedMean: z.string(), printedSE: z.string() });

/** The published numbers of Street et al. 2024 that this program uses, with the counts behind them. */
export const streetDataSchema = z.object({
  table2: z.array(
    z.object({
      subject: z.string(),
      orders: z.record(
        z.string(),
        z.object({
          printedPercent: z.number(),
          count: z.number().nullable(),
          correctedCount: z.number().optional(),
          n: z.number(),
        }),
      ),
      aggregate: z.object({ printedPercent: z.number() }),
    }),
  ),
  table5: z.array(
    z.object({
      subject: z.string(),
      correctFromAverage: z.number(),
      correctFromHighscore: z.number(),
      printedPercentMatching: z.string(),
    }),
  ),
  table7: z.array(
    z.object({
      subject: z.string(),
      n: z.number(),
      tom: taskCell,
      factual: taskCell,
      printedZ: z.string(),
      printedP: z.string(),
    }),
  ),
  binomialTests: z.array(
    z.object({ subject: z.string(), k: z.number(), n: z.number(), p0: z.number(), printedP: z.string() }),
  ),
  cochranQ: z.array(
    z.object({
      task: z.string(),
      printed: z.object({ N: z.number(), Q: z.string(), df: z.number(), p: z.string() }),
      columnTotals: z.record(z.string(), z.number()),
      solvedDenominator: z.number(),
    }),
  ),
  tests: z.array(z.union([proportionTest, pairedTest])),
  errors: z.array(
    z.object({
      id: z.string(),
      where: z.string(),
      printed: z.string(),
      correct: z.string(),
      confidence: z.string(),
      evidence: z.string(),
    }),
  ),
  notReproducible: z.array(z.object({ what: z.string(), why: z.string() })),
});

export type StreetData = z.output<typeof streetDataSchema>;
export type StreetProportionTest = z.output<typeof proportionTest>;
export type StreetPairedTest = z.output<typeof pairedTest>;
