import * as z from "zod";
import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { taskAnswerSchema } from "../tasks/answers/task-answer.ts";
import type { TaskFields } from "../tasks/schema/stimulus-field.ts";
import { type TaskSchema, taskSchemaHash } from "../tasks/schema/task-schema.ts";
import { getHashedTaskText } from "../tasks/screens/task-summary.ts";
import { boundedText, requiredText } from "../text.ts";
import { translationSchema } from "./translation.ts";

/** A story as shown to people and models. Paragraphs are separated by a blank line. */
export interface Story {
  title: string;
  genre: string;
  text: string;
}

/** A question about a story: the source of a stimulus. The gold answer is stored separately, in a key. */
export interface Item {
  kind: string;
  story: Story;
  /** The statement, hypothesis, query or question. */
  text: string;
  /** Option texts in the order of the file; empty for kinds with fixed options. */
  options: string[];
  /** Facts about the item, which are never shown. A kind may show marks derived from them. */
  attributes?: Readonly<Record<string, string | number | boolean | null>>;
  /** The stimulus and the questions; only for the kind `task`. */
  task?: ItemTask | null | undefined;
}

/** The task of an item: its schema, and the values of its stimulus fields. */
export interface ItemTask {
  schema: TaskSchema;
  fields: TaskFields;
}

/** An answer in normal form. Of the six forms, an item kind uses one or more. */
export const answerSchema = z
  .strictObject({
    choice: boundedText(200),
    /** Half-open ranges of word positions in the story. */
    spans: z.array(z.tuple([z.int().min(0), z.int().min(1)])).max(200),
    text: boundedText(10_000),
    number: z.number(),
    scale: z.int(),
    /** Stated confidence of the answer, from 0 to 1. */
    confidence: z.number().min(0).max(1),
    /** The answers to the fields of a task. */
    fields: taskAnswerSchema,
    /**
     * Present, as the only part, if the item's time ended before an answer was sent. The draft has the fields of the
     * form at that time, which are never scored.
     */
    timedOut: z.strictObject({
      draft: z.record(boundedText(200), z.union([boundedText(50_000), z.array(boundedText(50_000))])),
    }),
  })
  .partial();
export type Answer = z.infer<typeof answerSchema>;

const attributeSchema = z.union(
  [boundedText(500), z.number(), z.boolean(), z.null()],
  "must be a text of at most 500 storable characters, a number, true, false or null",
);

/** A line of an item file (DESIGN section 7), before the kind has validated `gold`. */
export const itemRowSchema = z.strictObject({
  id: requiredText(200),
  kind: requiredText(40),
  story: z.strictObject({
    id: requiredText(200),
    title: boundedText(500).default(""),
    genre: boundedText(100).default(""),
    /** Empty if the question has no story. */
    text: boundedText(100_000),
  }),
  text: requiredText(20_000),
  options: z.array(requiredText(5_000)).max(26).default([]),
  gold: z.unknown(),
  attributes: z.record(boundedText(100), attributeSchema).default({}),
  canary: boundedText(1_000).optional(),
  translation: translationSchema.optional(),
  /**
   * Only for the kind `task`: the name of a task schema, its version unless it is the newest, and the stimulus fields
   * by name.
   */
  schema: requiredText(60).optional(),
  schemaVersion: z.int().min(1).optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  /** Only for the kind `task`: the accepted answers of annotators. They are the key of an item without `gold`. */
  accepted: taskAnswerSchema.nullish(),
});
export type ItemRow = z.infer<typeof itemRowSchema> & {
  /** The task of a row after its schema was found, and the stored version of the schema. */
  task?: ItemTask;
  taskSchemaVersionId?: string;
};

/** SHA-256 of a story. Stories with equal texts have the same version. */
export function storyContentHash(story: Story): string {
  return fingerprint(canonicalJson({ title: story.title, genre: story.genre, text: story.text }));
}

/** SHA-256 of all fields of an item that a person or a model may see. The gold answer is not included. */
export function itemContentHash(item: Item, attributes: Record<string, unknown>): string {
  // Fields are listed explicitly, because a row that is passed as an item also contains its gold answer.
  const { kind, story, text, options, task } = item;
  // Only items of a task have this field, so that the hashes of other items do not change.
  const taskPart = task ? { task: { schema: taskSchemaHash(task.schema), fields: task.fields } } : {};
  const hashedText = task ? getHashedTaskText(text, task.schema, task.fields) : text;
  return fingerprint(
    canonicalJson({ kind, story: storyContentHash(story), text: hashedText, options, attributes, ...taskPart }),
  );
}
