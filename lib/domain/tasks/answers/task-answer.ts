import * as z from "zod";
import { boundedText } from "../../text.ts";
import { fieldNameSchema } from "../schema/names.ts";

const position = z.int().min(0).max(1_000_000);

/** A marked range of characters (UTF-16 units, half-open) in a text, or in one text of a list. */
export const taskSpanSchema = z.strictObject({
  /** The ID of the span, to which relations and groups refer. */
  id: z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/u),
  start: position,
  end: position,
  label: boundedText(100).optional(),
  /** The index of the dialogue turn, or of the text in a list. */
  part: z.int().min(0).max(1_000).optional(),
});
export type TaskSpan = z.infer<typeof taskSpanSchema>;

export const taskRelationSchema = z.strictObject({
  from: z.string().max(40),
  to: z.string().max(40),
  label: boundedText(100),
});
export type TaskRelation = z.infer<typeof taskRelationSchema>;

export const preferenceSchema = z.strictObject({
  preferred: z.enum(["first", "second", "tie"]),
  /** From 1; absent for a tie. */
  strength: z.int().min(1).max(5).optional(),
});

export const quantitySchema = z.strictObject({ value: z.number(), unit: boundedText(40).optional() });

const text = boundedText(100_000);
const list = z.array(boundedText(200)).max(200);
const simpleAnswerSchema = z.union([text, z.number(), list, preferenceSchema, quantitySchema]);

/** The answer to one field, in the form of the field's type. */
export const fieldAnswerSchema = z.union([
  simpleAnswerSchema,
  z.array(taskSpanSchema).max(2_000),
  z.array(taskRelationSchema).max(2_000),
  /** The answers of a group: by the ID of a span, the answers about this span. */
  z.record(z.string().max(40), z.record(fieldNameSchema, simpleAnswerSchema)),
]);
export type FieldAnswer = z.infer<typeof fieldAnswerSchema>;

/** The answers to a task by field. Unanswered fields are absent. */
export const taskAnswerSchema = z.record(fieldNameSchema, fieldAnswerSchema);
export type TaskAnswer = Readonly<Record<string, FieldAnswer>>;
