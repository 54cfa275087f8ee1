import * as z from "zod";
import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { boundedText, requiredText } from "../text.ts";
import { translationSchema } from "./translation.ts";

/** A story as people and models read it. Paragraphs are separated by a blank line. */
export interface Story {
  title: string;
  genre: string;
  text: string;
}

/** One question about one story: what a stimulus is rendered from. The gold answer is kept apart, in a key. */
export interface Item {
  kind: string;
  story: Story;
  /** Statement, hypothesis, query or question. */
  text: string;
  /** Option texts in file order; empty for kinds whose options are fixed. */
  options: string[];
  /** Facts about the item; a kind may show what some of them mark, never the facts themselves. */
  attributes?: Readonly<Record<string, string | number | boolean | null>>;
}

/** An answer's normal form: five forms, of which an item kind uses one or more. */
export const answerSchema = z
  .strictObject({
    choice: boundedText(200),
    /** Half-open ranges of word positions in the story. */
    spans: z.array(z.tuple([z.int().min(0), z.int().min(1)])).max(200),
    text: boundedText(10_000),
    number: z.number(),
    scale: z.int(),
    /** How sure the answer says it is, from 0 to 1. */
    confidence: z.number().min(0).max(1),
  })
  .partial();
export type Answer = z.infer<typeof answerSchema>;

const attributeSchema = z.union(
  [boundedText(500), z.number(), z.boolean(), z.null()],
  "must be a text of at most 500 storable characters, a number, true, false or null",
);

/** One line of an item file (DESIGN section 7), before its kind has looked at `gold`. */
export const itemRowSchema = z.strictObject({
  id: requiredText(200),
  kind: requiredText(40),
  story: z.strictObject({
    id: requiredText(200),
    title: boundedText(500).default(""),
    genre: boundedText(100).default(""),
    /** Empty where a kind asks without a story. */
    text: boundedText(100_000),
  }),
  text: requiredText(20_000),
  options: z.array(requiredText(5_000)).max(26).default([]),
  gold: z.unknown(),
  attributes: z.record(boundedText(100), attributeSchema).default({}),
  canary: boundedText(1_000).optional(),
  translation: translationSchema.optional(),
});
export type ItemRow = z.infer<typeof itemRowSchema>;

/** SHA-256 of a story's words: the same text is the same version. */
export function storyContentHash(story: Story): string {
  return fingerprint(canonicalJson({ title: story.title, genre: story.genre, text: story.text }));
}

/** SHA-256 of everything about an item that a person or a model may see. The gold answer is not part of it. */
export function itemContentHash(item: Item, attributes: Record<string, unknown>): string {
  // Named one by one: a row that is handed in as an item also carries its gold answer.
  const { kind, story, text, options } = item;
  return fingerprint(canonicalJson({ kind, story: storyContentHash(story), text, options, attributes }));
}
