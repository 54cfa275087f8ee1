import * as z from "zod";
import { answerSchema } from "../items/item.ts";
import { boundedText, requiredText } from "../text.ts";

const factorName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, "must be named by letters, digits, - and _");

/**
 * Levels are texts; files may also write `5` or `true`. A semicolon is not allowed, because it separates the levels of
 * a condition.
 */
const level = z
  .union([boundedText(100), z.number(), z.boolean()], "must be a text, a number or a truth value")
  .transform(String)
  .refine((text) => text.trim() !== "" && !text.includes(";"), "must not be empty and must not contain a semicolon");

/**
 * Renames `format=open-ended`, which some files use, to `prompt=open-ended`, unless the condition states another
 * prompt.
 */
function normalizeOpenEnded(levels: Record<string, string>): Record<string, string> {
  if (levels.format !== "open-ended" || (levels.prompt ?? "open-ended") !== "open-ended") return levels;
  const { format, ...others } = levels;
  return { ...others, prompt: format };
}

const fingerprint = z
  .string()
  .regex(/^(?:[1-9]\d{0,3}:)?[0-9a-f]{64}$/, "must be a version, a colon and 64 lower-case hexadecimal digits");

/** The version of prediction files in exports. Lines without a version have version 1. */
export const predictionFileFormat = "parallax-predictions/2";

/**
 * A line of a prediction file (DESIGN section 7): one model's answer to one item under one condition. `null` counts as
 * absent, because many tools write it. The two fingerprints are those of `lib/domain/items/stimulus.ts`, for tools that
 * render Parallax's stimuli themselves and do not include every prompt.
 */
const modelReplySchema = z.strictObject({
  model: requiredText(200),
  item: requiredText(200),
  condition: z
    .record(factorName, level)
    .refine((levels) => Object.keys(levels).length <= 12, "must not have more than 12 factors")
    .transform(normalizeOpenEnded)
    .default({}),
  repeat: z.int("must be a whole number").min(0).max(1_000_000).default(0),
  prompt: boundedText(200_000).nullish(),
  answer: z
    .union(
      [z.boolean(), z.number(), boundedText(10_000), answerSchema],
      'must be an answer: a word, true, false, a number or an object such as {"choice": "true"}',
    )
    .nullish(),
  logprobs: z
    .record(boundedText(100), z.number("must be a number or null").nullable())
    .refine((candidates) => Object.keys(candidates).length <= 1_000, "must not have more than 1,000 candidates")
    .nullish(),
  output: boundedText(200_000).nullish(),
  confidence: z.number("must be a number").min(0, "must be 0 or more").max(1, "must be 1 or less").nullish(),
  spans: answerSchema.shape.spans.nullish(),
  contentFingerprint: fingerprint.nullish(),
  presentationFingerprint: fingerprint.nullish(),
  /** Marks the row as test data in exports; not stored with the prediction. */
  canary: boundedText(1_000).nullish(),
  format: z.literal(predictionFileFormat, `must be ${predictionFileFormat}, or absent`).nullish(),
  /** Fields that exports add for analysis. Imports ignore and recompute them. */
  source: boundedText(1_000).nullish(),
  read: boundedText(20_000).nullish(),
  series: boundedText(100).nullish(),
  parity: z.enum(["verified", "mismatch", "unverified"]).nullish(),
  counted: z.boolean().nullish(),
  beside: z.array(z.looseObject({})).max(1_000).nullish(),
  belief: z.looseObject({}).nullish(),
});

export const predictionRowSchema = modelReplySchema.transform(
  ({
    format: _format,
    source: _source,
    read: _read,
    series: _series,
    parity: _parity,
    counted: _counted,
    beside: _beside,
    belief: _belief,
    ...said
  }) => said,
);
export type PredictionRow = z.infer<typeof predictionRowSchema>;
