import * as z from "zod";
import { constructionSteps } from "../stories/construction/steps.ts";
import { genres } from "../stories/genres.ts";
import { type KnowledgeType, knowledgeTypes } from "../stories/knowledge-types.ts";
import { boundedText } from "../text.ts";

/** How often one text is asked for, and how many texts of a batch at once. */
export const constructionLimits = { attempts: 3, width: 2 };

/** The most that one request can name at all; the caps of the installation are below it. */
const mostOriginals = 100_000;

const perStory = z.int("must be a whole number").min(0, "must be at least 0").max(4, "must be at most 4");

const wanted = {
  /** Erroneous stories and questions to make from each original. */
  erroneous: perStory,
  questions: perStory,
  /** Each thing made is asked for one of these, in turn. */
  knowledgeTypes: z.array(z.enum(knowledgeTypes)).min(1, "must name one at least"),
  /** No further request is sent once this is spent; null for no such limit. */
  budgetUsd: z.number().min(0).max(100_000).nullable(),
};

/** What a model is asked to make: from stories brought along, or from originals of the collection. */
export const constructionRequest = z.discriminatedUnion("from", [
  z.strictObject({
    from: z.literal("stories"),
    /** One or several (`readBroughtStories`). */
    text: boundedText(500_000),
    /** Of the stories that state none. */
    genre: z.enum(genres),
    /** Where the stories come from that do not say so themselves. */
    source: z
      .strictObject({
        title: boundedText(500),
        author: boundedText(500),
        address: boundedText(2_000),
        licence: boundedText(500),
      })
      .partial()
      .optional(),
    /** Whether each is first retold in about 500 words; otherwise it is taken as it is. */
    summarise: z.boolean(),
    ...wanted,
  }),
  z.strictObject({
    from: z.literal("originals"),
    which: z.enum(["without", "all"]),
    /** At most that many originals, in their order. */
    most: z.int("must be a whole number").min(1, "must be at least 1").max(mostOriginals),
    summarise: z.boolean(),
    ...wanted,
  }),
]);
export type ConstructionRequest = z.infer<typeof constructionRequest>;

/** Something to make from a story once the story is there. */
export const constructionTarget = z.strictObject({
  step: z.enum(constructionSteps),
  knowledgeType: z.enum(knowledgeTypes).nullable(),
});
export type ConstructionTarget = z.infer<typeof constructionTarget>;

/**
 * What is made from each story, the types of knowledge dealt out in turn over all of them, so that a set made at once has
 * as many of each.
 */
export function planTargets(
  stories: number,
  request: Pick<ConstructionRequest, "erroneous" | "questions" | "knowledgeTypes">,
): ConstructionTarget[][] {
  let dealt = 0;
  const next = (): KnowledgeType | null => request.knowledgeTypes[dealt++ % request.knowledgeTypes.length] ?? null;
  return Array.from({ length: stories }, () => [
    ...Array.from(
      { length: request.erroneous },
      (): ConstructionTarget => ({
        step: "erroneous-story",
        knowledgeType: next(),
      }),
    ),
    ...Array.from(
      { length: request.questions },
      (): ConstructionTarget => ({
        step: "next-action",
        knowledgeType: next(),
      }),
    ),
  ]);
}

/** The name of the nth story that was retold here. No released file has "made" in a name, so that an import never finds its id used. */
export function madeStoryId(n: number): string {
  return `story_made-${n}`;
}

/** The first free name for what is made here from an original: "erroneous_story_7-made", "qa_7-made-2"; "qa_made-1" from "story_made-1". */
export function madeId(step: ConstructionTarget["step"], originalId: string, taken: ReadonlySet<string>): string {
  const number = originalId.replace(/^story_/u, "");
  const made = number.startsWith("made-") ? number : `${number}-made`;
  const base = step === "erroneous-story" ? `erroneous_story_${made}` : `qa_${made}`;
  if (!taken.has(base)) return base;
  for (let copy = 2; ; copy += 1) if (!taken.has(`${base}-${copy}`)) return `${base}-${copy}`;
}
