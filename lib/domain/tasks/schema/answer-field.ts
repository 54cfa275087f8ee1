import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";
import { conditionSchema } from "./condition.ts";
import { fieldNameSchema, optionListSchema, optionsSchema } from "./names.ts";
import { scoringSchemas, unscored } from "./scoring.ts";

const message = requiredText(500).optional();
const field = {
  name: fieldNameSchema,
  label: requiredText(1_000),
  help: boundedText(2_000).default(""),
  required: z.boolean().default(true),
  showIf: conditionSchema.optional(),
  /** The task's messages for a missing answer and for an answer outside the limits. */
  messages: z.strictObject({ missing: message, invalid: message }).default({}),
};
const count = z.int().min(0).max(200);

const choice = z.strictObject({
  type: z.literal("choice"),
  ...field,
  options: optionsSchema,
  scoring: scoringSchemas.choice.default(unscored),
});
const several = z.strictObject({
  type: z.literal("several"),
  ...field,
  options: optionsSchema,
  minimum: count.optional(),
  maximum: count.optional(),
  scoring: scoringSchemas.several.default(unscored),
});
const rating = z.strictObject({
  type: z.literal("rating"),
  ...field,
  minimum: z.number().default(1),
  maximum: z.number().default(5),
  step: z.number().positive().default(1),
  /** Labels of both ends, or of every point of a scale from `minimum` to `maximum`. */
  labels: z.array(boundedText(200)).max(101).default([]),
  /** `scale`: one button for each point; `slider`: a continuous scale, analysed as interval data. */
  display: z.enum(["scale", "slider"]).default("scale"),
  scoring: scoringSchemas.rating.default(unscored),
});
const number = z.strictObject({
  type: z.literal("number"),
  ...field,
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  isWhole: z.boolean().default(false),
  /** The units that may be chosen. `factor` is the size of a unit in the first unit, whose `factor` is 1. */
  units: z
    .array(z.strictObject({ name: requiredText(40), factor: z.number().positive() }))
    .max(20)
    .default([]),
  scoring: scoringSchemas.number.default(unscored),
});
const text = z.strictObject({
  type: z.literal("text"),
  ...field,
  isLong: z.boolean().default(false),
  /** In characters. */
  minimum: z.int().min(0).max(10_000).default(0),
  maximum: z.int().min(1).max(10_000).default(2_000),
  /** An RE2 pattern that the whole text must match. */
  pattern: boundedText(500).optional(),
  scoring: scoringSchemas.text.default(unscored),
});
const ranking = z.strictObject({
  type: z.literal("ranking"),
  ...field,
  options: optionsSchema,
  /** The number of best options that are ranked; all options if absent. */
  top: z.int().min(1).max(26).optional(),
  scoring: scoringSchemas.ranking.default(unscored),
});
const pairwise = z.strictObject({
  type: z.literal("pairwise"),
  ...field,
  /** A stimulus field with two texts, or two stimulus fields. */
  between: z.union([fieldNameSchema, z.tuple([fieldNameSchema, fieldNameSchema])]),
  /** Number of steps of preference for each side; 1 means that a preference has no strength. */
  strength: z.int().min(1).max(5).default(1),
  /** The labels of the strengths, the weakest first; by default their numbers. */
  strengthLabels: z.array(requiredText(100)).max(5).default([]),
  allowTie: z.boolean().default(true),
  tieLabel: requiredText(100).default("Equal"),
  scoring: scoringSchemas.pairwise.default(unscored),
});
const spans = z.strictObject({
  type: z.literal("spans"),
  ...field,
  in: fieldNameSchema,
  /** Empty for spans without a label. */
  labels: optionListSchema.or(z.tuple([])).default([]),
  /** The unit of a span; smaller selections are extended to it. */
  unit: z.enum(["character", "word", "sentence"]).default("word"),
  allowOverlap: z.boolean().default(true),
  minimum: count.optional(),
  maximum: count.optional(),
  scoring: scoringSchemas.spans.default(unscored),
});
const relations = z.strictObject({
  type: z.literal("relations"),
  ...field,
  /** The spans fields whose spans are related to each other. */
  between: z.array(fieldNameSchema).min(1).max(5),
  labels: optionListSchema,
  isDirected: z.boolean().default(true),
  scoring: scoringSchemas.relations.default(unscored),
});
const edit = z.strictObject({
  type: z.literal("edit"),
  ...field,
  /** The text field that is edited. */
  of: fieldNameSchema,
  scoring: scoringSchemas.edit.default(unscored),
});
const simple = [choice, several, rating, number, text] as const;
const group = z.strictObject({
  type: z.literal("group"),
  ...field,
  /** The spans field. The fields of the group are asked about each of its spans. */
  per: fieldNameSchema,
  fields: z.array(z.discriminatedUnion("type", simple)).min(1).max(10),
});

/** One question of a task. */
export const answerFieldSchema = z.discriminatedUnion("type", [
  ...simple,
  ranking,
  pairwise,
  spans,
  relations,
  edit,
  group,
]);
export type AnswerField = z.infer<typeof answerFieldSchema>;
export type FieldOfType<Type extends AnswerField["type"]> = Extract<AnswerField, { type: Type }>;
/** A field that may be asked about each span. */
export type SimpleField = FieldOfType<(typeof simple)[number]["shape"]["type"]["value"]>;
