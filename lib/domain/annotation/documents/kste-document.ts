import * as z from "zod";
import type { Anchor } from "../../stories/anchors/anchor.ts";
import { knowledgeTypes } from "../../stories/knowledge-types.ts";
import { boundedText } from "../../text.ts";
import { parseWords } from "../../words/words.ts";

const fieldText = boundedText(20_000);
const optionalText = fieldText.nullable();
const position = z.int().min(0).max(200_000);

const anchorSchema: z.ZodType<Anchor> = z.strictObject({
  id: boundedText(60),
  role: z.enum(["knowledge", "event", "error"]),
  start: position,
  end: position,
  text: boundedText(20_000),
  damage: z.enum(["not-found", "cut"]).nullable(),
});

/** Null or absent if not stated; absent in documents of earlier versions. */
const knowledgeType = z.enum(knowledgeTypes).nullable().optional();

const common = {
  genre: boundedText(100),
  story: boundedText(100_000),
  anchors: z.array(anchorSchema).max(200),
};

/**
 * The content that an annotator edits: the texts of one item and its marked spans as word positions of `story`. The
 * fields for event and error are omitted because they are derived from the anchors (`itemFromDocument`).
 * `implausibleKnowledge` is the wording of the knowledge, not necessarily a quotation; its position is in the anchor.
 */
export const ksteDocumentSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("original"), ...common }),
    z.strictObject({
      kind: z.literal("error"),
      ...common,
      character: fieldText,
      implausibleKnowledge: fieldText,
      originalEvent: optionalText,
      knowledgeType,
      knowledgeExplanation: optionalText,
      modifiedExplanation: optionalText,
    }),
    z.strictObject({
      kind: z.literal("knp"),
      ...common,
      character: fieldText,
      implausibleKnowledge: fieldText,
      question: fieldText,
      answerWithKnowledge: fieldText,
      answerWithoutKnowledge: fieldText,
      knowledgeType,
      knowledgeExplanation: optionalText,
      explanation: optionalText,
    }),
  ])
  .superRefine((document, context) => {
    const words = document.anchors.length === 0 ? 0 : parseWords(document.story).words.length;
    const ids = new Set<string>();
    document.anchors.forEach((anchor, index) => {
      if (anchor.start > anchor.end || anchor.end > words) {
        const message = `must lie inside the story's ${words} words, not at ${anchor.start} to ${anchor.end}`;
        context.addIssue({ code: "custom", path: ["anchors", index], message });
      }
      if (ids.has(anchor.id)) context.addIssue({ code: "custom", path: ["anchors", index, "id"], message: "repeats" });
      ids.add(anchor.id);
    });
  });
export type KsteDocument = z.infer<typeof ksteDocumentSchema>;

export type ErrorDocument = Extract<KsteDocument, { kind: "error" }>;
export type NextActionDocument = Extract<KsteDocument, { kind: "knp" }>;
