import * as z from "zod";
import { constructionSteps } from "../stories/construction/steps.ts";
import { genres } from "../stories/genres.ts";
import { type KnowledgeType, knowledgeTypes } from "../stories/knowledge-types.ts";
import { boundedText } from "../text.ts";

/** Maximum number of attempts for one text, and number of texts of a batch requested in parallel. */
export const constructionLimits = { attempts: 3, width: 2 };

/** The maximum that the schema accepts in one request; the caps of the installation are lower. */
const maxOriginals = 100_000;

const perStory = z.int("must be a whole number").min(0, "must be at least 0").max(4, "must be at most 4");

const targetFields = {
  /** Number of erroneous stories and questions to generate from each original. */
  erroneous: perStory,
  questions: perStory,
  /** The types or models used in rotation for the generated texts. */
  knowledgeTypes: z.array(z.enum(knowledgeTypes)).min(1, "must name at least one"),
  /** Stop sending requests when this amount is spent; null for no limit. */
  budgetUsd: z.number().min(0).max(100_000).nullable(),
};

/** A request to generate texts with a model, from supplied stories or from originals of the collection. */
export const constructionRequest = z.discriminatedUnion("from", [
  z.strictObject({
    from: z.literal("stories"),
    /** One or more stories (`readSuppliedStories`). */
    text: boundedText(500_000),
    /** The default genre for stories that state none. */
    genre: z.enum(genres),
    /** Default source for stories that do not state their own. */
    source: z
      .strictObject({
        title: boundedText(500),
        author: boundedText(500),
        address: boundedText(2_000),
        licence: boundedText(500),
      })
      .partial()
      .optional(),
    /** Whether each story is first rewritten in about 500 words; otherwise it is used unchanged. */
    summarise: z.boolean(),
    ...targetFields,
  }),
  z.strictObject({
    from: z.literal("originals"),
    which: z.enum(["without", "all"]),
    /** Maximum number of originals, in their order. */
    most: z.int("must be a whole number").min(1, "must be at least 1").max(maxOriginals),
    summarise: z.boolean(),
    ...targetFields,
  }),
]);
export type ConstructionRequest = z.infer<typeof constructionRequest>;

/** A text to generate from a story once the story exists. */
export const constructionTarget = z.strictObject({
  step: z.enum(constructionSteps),
  knowledgeType: z.enum(knowledgeTypes).nullable(),
});
export type ConstructionTarget = z.infer<typeof constructionTarget>;

/**
 * Plans the texts to generate from each story. Types of knowledge rotate over all stories, so that each type has the
 * same number in a batch.
 */
export function planTargets(
  stories: number,
  request: Pick<ConstructionRequest, "erroneous" | "questions" | "knowledgeTypes">,
): ConstructionTarget[][] {
  let rotationIndex = 0;
  const nextKnowledgeType = (): KnowledgeType | null =>
    request.knowledgeTypes[rotationIndex++ % request.knowledgeTypes.length] ?? null;
  return Array.from({ length: stories }, () => [
    ...Array.from(
      { length: request.erroneous },
      (): ConstructionTarget => ({
        step: "erroneous-story",
        knowledgeType: nextKnowledgeType(),
      }),
    ),
    ...Array.from(
      { length: request.questions },
      (): ConstructionTarget => ({
        step: "next-action",
        knowledgeType: nextKnowledgeType(),
      }),
    ),
  ]);
}

/**
 * The name of the nth generated story. Released files have no names with "made", so an import cannot collide with it.
 */
export function generatedStoryId(n: number): string {
  return `story_made-${n}`;
}

/**
 * The first free name for a text that is generated from an original: "erroneous_story_7-made", "qa_7-made-2";
 * "qa_made-1" from "story_made-1".
 */
export function generatedTextId(
  step: ConstructionTarget["step"],
  originalId: string,
  usedIds: ReadonlySet<string>,
): string {
  const number = originalId.replace(/^story_/u, "");
  const numberWithMarker = number.startsWith("made-") ? number : `${number}-made`;
  const base = step === "erroneous-story" ? `erroneous_story_${numberWithMarker}` : `qa_${numberWithMarker}`;
  if (!usedIds.has(base)) return base;
  for (let copy = 2; ; copy += 1) if (!usedIds.has(`${base}-${copy}`)) return `${base}-${copy}`;
}
