import * as z from "zod";
import { boundedText, firstProblem } from "../../text.ts";
import { fieldOptions } from "../answers/field-options.ts";
import { preferenceSchema, quantitySchema, taskRelationSchema, taskSpanSchema } from "../answers/task-answer.ts";
import type { AnswerField, SimpleField } from "../schema/answer-field.ts";
import type { TaskFields } from "../schema/stimulus-field.ts";
import type { TaskSchema } from "../schema/task-schema.ts";

const value = boundedText(200);
const text = boundedText(100_000);
const shares = z.record(value, z.number().min(0).max(1));
const range = z
  .strictObject({ minimum: z.number(), maximum: z.number() })
  .refine(({ minimum, maximum }) => minimum <= maximum, "must have a minimum that is not above the maximum");
const quantity = z.union([z.number().transform((number) => ({ value: number })), quantitySchema]);

/** Schemas of keys, which depend on the type of the field and on its scoring. */
export const goldSchemas = {
  /** One accepted value, or several. */
  values: z.union([value.transform((one) => [one]), z.array(value).min(1)]),
  /** One accepted text, or several. */
  texts: z.union([text.transform((one) => [one]), z.array(text).min(1)]),
  list: z.array(value),
  /** The share of people who gave each answer. */
  shares,
  range,
  number: z.number(),
  quantity,
  preference: preferenceSchema,
  spans: z.array(taskSpanSchema),
  relations: z.array(taskRelationSchema),
} as const;

/** The schema of a field's key; null for an unscored field. */
export function goldSchemaOf(field: Exclude<AnswerField, { type: "group" }>): z.ZodType | null {
  const { by } = field.scoring;
  if (by === "none") return null;
  if (by === "distribution") return goldSchemas.shares;
  if (by === "range") return goldSchemas.range;
  const forms = {
    choice: goldSchemas.values,
    several: goldSchemas.list,
    rating: goldSchemas.number,
    number: goldSchemas.quantity,
    text: goldSchemas.texts,
    ranking: goldSchemas.list,
    pairwise: goldSchemas.preference,
    spans: goldSchemas.spans,
    relations: goldSchemas.relations,
    edit: goldSchemas.texts,
  };
  return forms[field.type];
}

/** Whether a list as the key of a field has several accepted answers, instead of being one answer. */
export function acceptsSeveral({ type }: AnswerField): boolean {
  return type === "choice" || type === "text" || type === "edit";
}

/** Gold answers by field. If a scored field has no gold answer, it is not scored for the item. */
export const taskGoldSchema = z.record(z.string(), z.unknown());

/** The first problem in an item's gold answers, with the path of the field; null if there is none. */
export function findTaskGoldProblem(
  schema: Pick<TaskSchema, "answer">,
  fields: TaskFields,
  gold: unknown,
): { field: string; message: string } | null {
  if (gold === null || gold === undefined) return null;
  const given = taskGoldSchema.safeParse(gold);
  if (!given.success) return { field: "gold", message: "must be an object with the key of each scored field" };
  for (const [name, key] of Object.entries(given.data)) {
    const field = schema.answer.find((other) => other.name === name);
    if (!field) return { field: `gold.${name}`, message: "is not an answer field of the task schema" };
    const problem = field.type === "group" ? findGroupProblem(field.fields, key) : findKeyProblem(field, fields, key);
    if (problem) return { field: [`gold.${name}`, problem.field].filter(Boolean).join("."), message: problem.message };
  }
  return null;
}

type Problem = { field: string; message: string } | null;

function findKeyProblem(field: Exclude<AnswerField, { type: "group" }>, fields: TaskFields, key: unknown): Problem {
  const form = goldSchemaOf(field);
  if (!form)
    return {
      field: "",
      message:
        "must be absent: the task schema does not score this field; remove the key, or choose a scoring for the field in the schema",
    };
  const parsed = form.safeParse(key);
  if (!parsed.success) return firstProblem(parsed.error);
  if (!("options" in field) || field.scoring.by === "distribution") return null;
  const offeredValues = fieldOptions(field, fields).map(({ value: option }) => option);
  const unknownValue = goldSchemas.list.parse(parsed.data).find((option) => !offeredValues.includes(option));
  return unknownValue === undefined ? null : { field: "", message: "must name options of the field" };
}

function findGroupProblem(fields: readonly SimpleField[], key: unknown): Problem {
  const bySpan = z.record(z.string(), taskGoldSchema).safeParse(key);
  if (!bySpan.success) return { field: "", message: "must have the keys of each span" };
  for (const [span, keys] of Object.entries(bySpan.data))
    for (const [name, inner] of Object.entries(keys)) {
      const field = fields.find((other) => other.name === name);
      const problem: Problem = field
        ? findKeyProblem(field, {}, inner)
        : { field: "", message: "is not a field of the group" };
      if (problem) return { field: [span, name, problem.field].filter(Boolean).join("."), message: problem.message };
    }
  return null;
}

/** The gold answers of an item by field; empty if there are none. */
export function goldByField(gold: unknown): Readonly<Record<string, unknown>> {
  const parsed = taskGoldSchema.safeParse(gold);
  return parsed.success ? parsed.data : {};
}
