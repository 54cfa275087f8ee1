import * as z from "zod";

/** The numbers in the text of Sileo and Lernould 2023. */
export const mindgamesDataSchema = z.object({
  dataset: z.object({
    testCases: z.number(),
    setups: z.array(z.string()),
    trainExamples: z.string(),
    testAndValidationExamples: z.string(),
  }),
  human: z.object({
    raters: z.number(),
    samplesPerSetup: z.number(),
    meanAccuracy: z.number(),
    interAnnotatorAgreement: z.number(),
  }),
  models: z.array(
    z.object({ model: z.string(), value: z.number(), k: z.number().optional(), n: z.number().optional() }),
  ),
  figureOnly: z.array(z.object({ figure: z.number(), models: z.array(z.string()), finding: z.string() })),
});

export type MindgamesData = z.output<typeof mindgamesDataSchema>;
