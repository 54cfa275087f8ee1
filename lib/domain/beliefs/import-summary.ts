import * as z from "zod";

const locatedMessage = z.object({ line: z.number(), field: z.string(), message: z.string() });

/** Counts of the rows of a file of facts. given = tuples + repeated + refused + the sum of `removed`. */
export const importSummarySchema = z.object({
  fileName: z.string(),
  format: z.enum(["authors", "popqa", "shipped"]),
  /** The seed of a PopQA import; null if nothing was drawn. */
  seed: z.string().nullable().default(null),
  given: z.number(),
  tuples: z.number(),
  repeated: z.number(),
  refused: z.number(),
  /** Number of rows removed by each filter, in the order of the filters; only for PopQA files. */
  removed: z.record(z.string(), z.number()),
  /** The first rejections and notes, each with line and field. */
  refusals: z.array(locatedMessage),
  notes: z.array(locatedMessage),
  templates: z.object({
    fileName: z.string().nullable(),
    count: z.number(),
    categories: z.number(),
    notes: z.array(z.object({ place: z.string(), message: z.string() })),
  }),
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** Result of the import of a file of facts. The benchmark is absent if no fact is left after filtering. */
export const factImportSchema = z.object({
  benchmarkId: z.string().nullable(),
  isUnchanged: z.boolean(),
  importSummary: importSummarySchema,
});
export type FactImport = z.infer<typeof factImportSchema>;
