import * as z from "zod";
import { boundedText, requiredText } from "../text.ts";
import { branchSchema, keySchema, questionSchema } from "./questions/question.ts";

const title = requiredText(300);
const prose = boundedText(20_000);

const wordingSchema = z.record(boundedText(60), boundedText(2_000)).default({});

/** The edition of the item kinds' texts (languages/item-wording.ts); by default the first. */
const wordsEditionSchema = z.union([z.literal(1), z.literal(2)]).optional();

/** The text before and after marked words in a prompt. */
const markSchema = z.tuple([requiredText(40), requiredText(40)]);

/**
 * What happens if a check or the criterion of a practice is failed: the session ends (outcome `quality`), the session
 * is flagged for the exclusion rule of the analysis plan, or the failure is only counted.
 */
const failedCheckPolicies = ["end", "flag", "count"] as const;

/** The settings that a page with correct answers and a practice have in common. */
export const failedCheckSchema = z.strictObject({
  policy: z.enum(failedCheckPolicies),
  /** Maximum number of attempts, including the first. */
  tries: z.int().min(1).max(5),
  /** The end page for people whose session the check ends; absent: the end page of the outcome `quality`. */
  end: z.strictObject({ title: requiredText(300), text: boundedText(20_000) }).optional(),
});

const practiceItemSchema = z.strictObject({
  kind: requiredText(40),
  story: z.strictObject({ title: boundedText(500), genre: boundedText(100), text: requiredText(20_000) }),
  text: requiredText(5_000),
  options: z.array(requiredText(2_000)).max(26),
  /**
   * The correct answer, in the form that the item kind scores. Required if the step gives feedback; never sent to a
   * participant.
   */
  gold: z.json().optional(),
  /** Feedback, shown below the result. */
  explanation: boundedText(2_000).optional(),
});

const explanationSchema = z.strictObject({
  label: requiredText(1_000),
  help: boundedText(2_000).default(""),
  required: z.boolean(),
  maximumLength: z.int().min(1).max(10_000),
  /** Where the question is asked: on a separate screen after the answer (default), or below the answer. */
  place: z.enum(["own-screen", "with-answer"]).optional(),
});

/** The text of an end page, the recruiter's code and the link of its button. */
export const endSchema = z.strictObject({
  title,
  text: prose,
  /** The recruiter's code for this outcome, the same for everyone; empty or absent if there is none. */
  code: z
    .string()
    .regex(/^[\x21-\x7e]{0,100}$/, "must be letters, digits and signs without spaces")
    .optional(),
  /**
   * Target of the link on the end page. `{code}`, `{session}`, `{outcome}` and a panel's parameters are replaced by
   * their values.
   */
  returnUrl: z.union([
    z.literal(""),
    z.url({ protocol: /^https?$/, error: "must be an http or https address" }).max(1_000),
  ]),
});

/** The outcomes that an exit may have; `complete` only after the items. */
export const exitOutcomes = ["screened-out", "quality", "complete"] as const;

/** One step of a protocol; the steps are in display order. */
export const stepSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("text"),
    key: keySchema,
    title,
    text: prose,
    dwellSeconds: z.int().min(0).max(3_600),
  }),
  z.strictObject({
    kind: z.literal("questions"),
    key: keySchema,
    title,
    text: prose,
    questions: z.array(questionSchema).min(1).max(30),
    /** The page is shown only if this condition is true for an earlier answer; absent: always. */
    showIf: branchSchema.optional(),
    /** The page is skipped if this condition is true for an earlier answer. */
    skipIf: branchSchema.optional(),
    /**
     * Shows the page among the items: after this number of items, or, if the numbers differ, after a number from this
     * range that is drawn for each slot (`drawPagePosition`). Absent: the page is shown in the order of the steps.
     */
    amongItems: z
      .strictObject({ from: z.int().min(1).max(499), to: z.int().min(1).max(499) })
      .refine(({ from, to }) => from <= to, { path: ["to"], message: "must not be less than the first" })
      .optional(),
    /** What happens if a question with a correct answer is answered wrongly; absent if no question has one. */
    check: failedCheckSchema
      .safeExtend({
        /** An earlier page of text that is shown again before another attempt. */
        rereads: keySchema.optional(),
      })
      .optional(),
  }),
  z.strictObject({
    kind: z.literal("practice"),
    key: keySchema,
    title,
    items: z.array(practiceItemSchema).min(1).max(10),
    levels: z.record(boundedText(60), boundedText(60)),
    wording: wordingSchema,
    wordsEdition: wordsEditionSchema,
    dwellSeconds: z.int().min(0).max(3_600),
    layout: z.enum(["story-then-question", "one-screen"]),
    /**
     * Shows after each answer whether it was correct, and sets what happens after too few correct answers; absent: no
     * feedback.
     */
    training: failedCheckSchema
      .safeExtend({
        /** Minimum number of items that must be answered correctly in the end. */
        needed: z.int().min(0).max(10),
      })
      .optional(),
  }),
  z.strictObject({
    kind: z.literal("items"),
    key: keySchema,
    title,
    wording: wordingSchema,
    wordsEdition: wordsEditionSchema,
    /** Minimum seconds before a story screen can be left, measured by the server. */
    dwellSeconds: z.int().min(0).max(3_600),
    /**
     * Time limit for the answer to each item, in seconds, counted by the server from the first display of its screen;
     * absent or null: no limit. Before the first item, participants choose whether the limit applies (time-limit.ts).
     */
    timeLimitSeconds: z.int().min(5).max(3_600).nullable().optional(),
    /** Number of statements after one reading of their story, which the design keeps together; absent: one. */
    statementsPerReading: z.int().min(2).max(100).nullable().optional(),
    layout: z.enum(["story-then-question", "one-screen"]),
    /** Whether stories are shown with their titles; absent in documents that were created before this setting. */
    titles: z.enum(["shown", "hidden"]).optional(),
    /**
     * The marks in prompts that correspond to the highlights of the screens; absent: `<event>…</event>`,
     * `<knowledge>…</knowledge>`.
     */
    marks: z.strictObject({ event: markSchema, knowledge: markSchema }).optional(),
    /** The open question after each answer; null if there is none. */
    explanation: explanationSchema.nullable(),
  }),
  endSchema.extend({
    /** Ends the session of people who gave a certain answer, with a separate end page. */
    kind: z.literal("exit"),
    key: keySchema,
    showIf: branchSchema,
    /** The outcome that is stored for the session. */
    endsAs: z.enum(exitOutcomes),
  }),
]);
export type ProtocolStep = z.infer<typeof stepSchema>;
