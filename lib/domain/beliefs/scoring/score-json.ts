import * as z from "zod";
import type { BeliefScore } from "./model-score.ts";
import { sliceFacets } from "./score-details.ts";

/**
 * The cluster of each decision, one number per fact. The numbers are not validated, because this would slow down pages
 * with many models.
 */
const clusters = z.custom<number[]>((value) => Array.isArray(value));
const rateSchema = z.object({
  context: z.number(),
  memory: z.number(),
  rate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  clusters,
  interval: z.enum(["logit", "wilson"]).nullable(),
});
const outcome = z.number();

const scoreSchema = z.object({
  observer: z.string(),
  known: z.number(),
  notKnown: z.number(),
  priorMissing: z.number(),
  knownShare: z.number().nullable(),
  enters: z.boolean(),
  reason: z.enum(["fewKnown", "noPriorCheck"]).nullable(),
  outcomes: z.object({
    context: outcome,
    memory: outcome,
    always_yes: outcome,
    always_no: outcome,
    other: outcome,
    incomplete: outcome,
  }),
  overall: rateSchema,
  byDimension: z.array(z.tuple([z.string(), rateSchema])).transform((entries) => new Map(entries)),
  byCategory: z
    .array(z.tuple([z.string(), rateSchema.extend({ dimension: z.string(), pairs: z.number(), known: z.number() })]))
    .transform((entries) => new Map(entries)),
  repeated: z.object({ rows: z.number(), contradicted: z.number() }),
  // Scores that were stored before versions were introduced are recomputed.
  fillers: z.object({
    answers: z.number(),
    share: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  }),
  alsoTrue: z.number(),
  details: z
    .object({
      unprompted: z.object({ yes: z.number(), no: z.number(), neither: z.number() }),
      slices: z.record(z.enum(sliceFacets), z.array(z.tuple([z.string(), rateSchema]))),
      templates: z
        .object({
          templates: z.number(),
          n: z.number(),
          variance: z.number(),
          expected: z.number(),
          p: z.number(),
          permutations: z.number(),
        })
        .nullable(),
    })
    .optional(),
});

/** A model's score as stored. */
export interface StoredScore extends BeliefScore {
  /** Number of answers that are excluded because the alternative of their fact is also true. */
  alsoTrue: number;
}

/** A score as JSON, for storage. `parseScore` is the inverse. */
export function formatScoreJson(score: StoredScore): unknown {
  return { ...score, byDimension: [...score.byDimension], byCategory: [...score.byCategory] };
}

/** Parses a stored score. Null if its format is unknown; the score is then recomputed. */
export function parseScoreJson(value: unknown): StoredScore | null {
  const { details, ...score } = scoreSchema.safeParse(value).data ?? { observer: null };
  if (score.observer === null) return null;
  return details ? { ...score, details } : score;
}
