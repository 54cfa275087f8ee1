import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";
import { fieldNameSchema } from "./names.ts";

const field = {
  name: fieldNameSchema,
  /** Shown above the content; empty if there is no label. */
  label: boundedText(200).default(""),
  /** Whether every item must have it. */
  required: z.boolean().default(true),
};
const playback = {
  /** With `complete`, an answer is accepted only after the whole recording was played. */
  playback: z.enum(["free", "complete"]).default("free"),
};

/** One part of the stimulus. */
export const stimulusFieldSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("title"), ...field }),
  z.strictObject({ type: z.literal("text"), ...field }),
  /** Supports paragraphs, headings, lists, emphasis, code, and LaTeX between `$` or `$$`. HTML is shown as text. */
  z.strictObject({ type: z.literal("markdown"), ...field }),
  z.strictObject({ type: z.literal("dialogue"), ...field }),
  /** A list of texts; a pair has `minimum` and `maximum` 2. */
  z.strictObject({
    type: z.literal("texts"),
    ...field,
    minimum: z.int().min(1).max(26).default(2),
    maximum: z.int().min(1).max(26).default(26),
    /** Names of the texts, such as "Response A"; by default "A", "B" and so on. */
    names: z.array(requiredText(100)).max(26).default([]),
  }),
  z.strictObject({ type: z.literal("image"), ...field }),
  z.strictObject({ type: z.literal("audio"), ...field, ...playback }),
  z.strictObject({ type: z.literal("video"), ...field, ...playback }),
  z.strictObject({ type: z.literal("context"), ...field }),
]);
export type StimulusField = z.infer<typeof stimulusFieldSchema>;

export const mediaTypes = ["image", "audio", "video"] as const;
export type MediaField = Extract<StimulusField, { type: (typeof mediaTypes)[number] }>;

/** Whether a field shows an image or plays a recording. */
export function isMedia(field: StimulusField): field is MediaField {
  return mediaTypes.some((type) => type === field.type);
}

/**
 * A file of an item, identified by the SHA-256 of its bytes, with a text for people and models that cannot perceive it.
 */
const mediaValueSchema = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/u, "must be the SHA-256 of a file as 64 lower-case hexadecimal digits"),
  type: z.string().regex(/^(?:image|audio|video)\/[a-z0-9.+-]{1,60}$/u, "must be an image, audio or video type"),
  alt: requiredText(2_000),
});
export type MediaValue = z.infer<typeof mediaValueSchema>;

function mediaSchema(kind: (typeof mediaTypes)[number]) {
  const article = kind === "video" ? "a" : "an";
  return mediaValueSchema.refine(({ type }) => type.startsWith(`${kind}/`), {
    error: ({ input }) => `must be ${article} ${kind} file, not ${(input as MediaValue).type}`,
  });
}

const longText = requiredText(100_000);
const valueSchemas = {
  title: requiredText(500),
  text: longText,
  markdown: longText,
  dialogue: z
    .array(z.strictObject({ speaker: boundedText(100), text: requiredText(20_000) }))
    .min(1, "must have a turn")
    .max(500),
  texts: z.array(requiredText(20_000)),
  image: mediaSchema("image"),
  audio: mediaSchema("audio"),
  video: mediaSchema("video"),
  context: z
    .array(z.strictObject({ key: requiredText(100), value: boundedText(2_000) }))
    .min(1, "must have an entry")
    .max(50),
} as const;

export type StimulusValue = {
  [Type in keyof typeof valueSchemas]: z.infer<(typeof valueSchemas)[Type]>;
}[keyof typeof valueSchemas];

/** The values of an item's stimulus fields by name. */
export type TaskFields = Readonly<Record<string, StimulusValue>>;

/** The files that an item shows, each with its field. */
export function filesOf(fields: TaskFields): { name: string; sha256: string; type: string }[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === "object" && "sha256" in value ? [{ name, sha256: value.sha256, type: value.type }] : [],
  );
}

/** The schema of a field's values. */
export function stimulusValueSchema(field: StimulusField): z.ZodType<StimulusValue> {
  if (field.type !== "texts") return valueSchemas[field.type];
  const { minimum, maximum } = field;
  const expected = minimum === maximum ? `${minimum}` : `${minimum} to ${maximum}`;
  return valueSchemas.texts.min(minimum, `must have ${expected} texts`).max(maximum, `must have ${expected} texts`);
}
