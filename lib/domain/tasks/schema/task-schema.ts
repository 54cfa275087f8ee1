import * as z from "zod";
import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { boundedText, firstProblem, requiredText } from "../../text.ts";
import { answerFieldSchema } from "./answer-field.ts";
import { conditionSchema } from "./condition.ts";
import { labelStudioNamesSchema } from "./label-studio-names.ts";
import { fieldNameSchema } from "./names.ts";
import { findReferenceProblems } from "./reference-problems.ts";
import { stimulusFieldSchema } from "./stimulus-field.ts";

/** Version of the document format. Documents of other versions are rejected. */
export const taskFormat = "parallax-task/1";

const documentShape = z.strictObject({
  format: z.literal(taskFormat, `must be "${taskFormat}"`),
  title: requiredText(200),
  /** Shown above every item. */
  instruction: boundedText(10_000).default(""),
  stimulus: z.array(stimulusFieldSchema).min(1, "must have a field").max(30),
  answer: z.array(answerFieldSchema).min(1, "must have a field").max(50),
  /** Rules that reject combinations of answers. Each rule has its own message. */
  rules: z
    .array(z.strictObject({ field: fieldNameSchema, refuseIf: conditionSchema, message: requiredText(500) }))
    .max(50)
    .default([]),
  /** Only for a schema that was read from a labelling configuration of Label Studio. */
  labelStudio: labelStudioNamesSchema.optional(),
});

/**
 * A task as one document: the stimulus and the questions, for participants, annotators and models. Names are unique. A
 * condition may only refer to earlier fields, so that visibility is computed in one pass.
 */
export const taskSchemaSchema = documentShape.superRefine((schema, context) => {
  for (const { path, message } of findReferenceProblems(schema)) context.addIssue({ code: "custom", path, message });
});
export type TaskSchema = z.infer<typeof documentShape>;
/** A document as written, in which defaults may be omitted. */
export type TaskSchemaDocument = z.input<typeof documentShape>;

type ParsedSchema = { ok: true; schema: TaskSchema } | { ok: false; problems: { field: string; message: string }[] };

/** Parses a task document. Every problem has the path of its field. */
export function parseTaskSchema(document: unknown): ParsedSchema {
  const parsed = taskSchemaSchema.safeParse(document);
  if (parsed.success) return { ok: true, schema: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.map((issue) => firstProblem(new z.ZodError([innermost(issue)]))),
  };
}

/**
 * The problem within the alternative that was meant: of those in the right form, the one with the fewest problems. A
 * union itself only says that its input is invalid.
 */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const isWhole = ({ path }: z.core.$ZodIssue) => path.length === 0;
  const isOtherForm = (inner: z.core.$ZodIssue) =>
    isWhole(inner) && (inner.code === "invalid_type" || inner.code === "unrecognized_keys");
  const [meant] = issue.errors
    .filter((issues) => !issues.some(isOtherForm))
    .sort((one, other) => Number(one.some(isWhole)) - Number(other.some(isWhole)) || one.length - other.length);
  const inner = meant?.[0];
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

/** SHA-256 of a schema including its defaults. Equal schemas have the same version. */
export function taskSchemaHash(schema: TaskSchema): string {
  return fingerprint(canonicalJson(schema));
}
