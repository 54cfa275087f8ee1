import * as z from "zod";
import { type TaskAnswer, taskAnswerSchema } from "../../tasks/answers/task-answer.ts";
import { validateAnswer } from "../../tasks/answers/validate-answer.ts";
import { parseTaskFields } from "../../tasks/schema/item-fields.ts";
import type { TaskFields } from "../../tasks/schema/stimulus-field.ts";
import type { TaskSchema } from "../../tasks/schema/task-schema.ts";
import { resolveFiles, type UploadedFiles } from "../../tasks/schema/with-files.ts";
import { boundedText, firstProblem, requiredText } from "../../text.ts";
import type { AnswerDocument } from "../documents/copy-document.ts";
import { type GoldAnswer, refuseGoldAnswer } from "./gold-answer.ts";

/**
 * A model's answers to an item, with its confidence. Annotators correct them or compare their own answers with them.
 */
export interface Suggestion {
  model: string;
  score: number | null;
  answer: TaskAnswer;
}

/** Answers of a person outside the collection, such as a study participant, identified by a code. */
export interface CodedAnswer {
  coder: string;
  answer: TaskAnswer;
}

/** An item that is annotated with a task schema. */
export interface SchemaItem {
  id: string;
  /** The source of the item, such as a document. Without it, the item is its own source. */
  group: string | null;
  fields: TaskFields;
  /** Columns that annotators do not see. They can be searched and are exported. */
  metadata: Readonly<Record<string, string | number | boolean | null>>;
  /** Suggestions of models; only the first one can be shown to annotators. */
  suggestions: readonly Suggestion[];
  annotations: readonly CodedAnswer[];
  /** The keys of a gold item by field; absent for an ordinary item. */
  gold?: GoldAnswer;
}

export type ReadSchemaItem = { ok: true; item: SchemaItem } | { ok: false; field: string; message: string };

const metadataValue = z.union([boundedText(2_000), z.number(), z.boolean(), z.null()]);
const rowSchema = z.strictObject({
  id: requiredText(200),
  group: requiredText(200).nullish(),
  fields: z.record(z.string(), z.unknown()),
  metadata: z.record(requiredText(200), metadataValue).default({}),
  suggestions: z
    .array(
      z.strictObject({
        model: requiredText(200).default("model"),
        score: z.number().nullable().default(null),
        answer: taskAnswerSchema,
      }),
    )
    .max(50, "has more than 50 suggestions")
    .default([]),
  annotations: z
    .array(z.strictObject({ coder: requiredText(200), answer: taskAnswerSchema }))
    .max(1_000, "has more than 1,000 annotations")
    .default([]),
  gold: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Parses one item by the schema: its fields, and every suggested or given answer in normalized form.
 *
 * @param files the files of the item's archive; the fields refer to them by path
 */
export function readSchemaItem(schema: TaskSchema, given: unknown, files: UploadedFiles = new Map()): ReadSchemaItem {
  const row = rowSchema.safeParse(given);
  if (!row.success) return { ok: false, ...firstProblem(row.error) };
  const uploaded = resolveFiles(schema, row.data.fields, files);
  if (!uploaded.ok) return uploaded;
  const parsed = parseTaskFields(schema, uploaded.fields);
  if (!parsed.ok) return parsed;
  const { fields } = parsed;
  const suggestions: Suggestion[] = [];
  for (const [index, { answer, ...by }] of row.data.suggestions.entries()) {
    const checked = validateAnswer(schema, fields, answer, { isDraft: true });
    if (!checked.ok) return rejectAnswer(`suggestions.${index}`, checked.problems);
    suggestions.push({ ...by, answer: checked.answer });
  }
  const annotations: CodedAnswer[] = [];
  for (const [index, { answer, coder }] of row.data.annotations.entries()) {
    const validation = validateAnswer(schema, fields, answer);
    if (!validation.ok) return rejectAnswer(`annotations.${index}`, validation.problems);
    annotations.push({ coder, answer: validation.answer });
  }
  const { id, group, metadata, gold } = row.data;
  const goldProblem = gold ? refuseGoldAnswer(schema, fields, gold) : null;
  if (goldProblem) return { ok: false, ...goldProblem };
  const goldEntry = gold ? { gold } : {};
  return { ok: true, item: { id, group: group ?? null, fields, metadata, suggestions, annotations, ...goldEntry } };
}

function rejectAnswer(field: string, problems: readonly { field: string; message: string }[]): ReadSchemaItem {
  const [first] = problems;
  return {
    ok: false,
    field: [field, first?.field].filter(Boolean).join("."),
    message: first?.message ?? "is not allowed",
  };
}

/** The initial document of an annotator: empty answers, or the suggestion if it is shown. */
export function createFirstDocument(version: number, item: SchemaItem, isSuggestionShown: boolean): AnswerDocument {
  const [suggestion] = item.suggestions;
  return { kind: "schema", version, answer: isSuggestionShown && suggestion ? suggestion.answer : {} };
}
