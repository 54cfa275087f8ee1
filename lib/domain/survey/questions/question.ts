import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";

/** The short name of a step or a question. */
export const keySchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens");

/** The stored value of "I do not know". */
export const notKnown = "dont-know";

const endsAsSchema = z.enum(["screened-out", "quality"]);

/**
 * True for one of these answers, or for a number within these bounds. With several answers, one of them is sufficient.
 */
const conditionSchema = z
  .strictObject({
    oneOf: z.array(requiredText(100)).min(1).max(50).optional(),
    atLeast: z.number().optional(),
    atMost: z.number().optional(),
  })
  .refine(({ oneOf, atLeast, atMost }) => oneOf !== undefined || atLeast !== undefined || atMost !== undefined, {
    message: "must name answers or a bound",
  });
export type AnswerCondition = z.infer<typeof conditionSchema>;

/** A condition on the answer to a question of an earlier page. */
export const branchSchema = conditionSchema.safeExtend({ question: keySchema });
export type Branch = z.infer<typeof branchSchema>;

const choiceSchema = z.strictObject({
  value: requiredText(100),
  label: requiredText(300),
  /** If set, choosing this answer ends the session: a wrong answer in a screener, or a failed attention check. */
  endsAs: endsAsSchema.nullable().default(null),
});

/**
 * If several answers are allowed, each value is a single word, because a form that is shown again lists the values
 * separated by spaces.
 */
const optionSchema = choiceSchema.extend({
  value: requiredText(100).refine((value) => !/[\s"]/.test(value), "must not contain spaces or quotation marks"),
});

const commonTexts = { key: keySchema, label: requiredText(1_000), help: boundedText(2_000).default("") };

/**
 * Optional fields of any question; all are absent in protocols that were created when choices were the only type of
 * question.
 */
const common = {
  /** Offers "I do not know" as an answer. */
  dontKnow: z.boolean().optional(),
  /** Asks for the confidence in the answer; stored separately, see `confidenceKey`. */
  confidence: z.boolean().optional(),
  /** The question is shown only if an earlier page's answer meets this condition. */
  showIf: branchSchema.optional(),
  /**
   * The correct answer, for questions of a page that checks attention or understanding; never sent to a participant.
   */
  right: conditionSchema.optional(),
  /** Answers that end the session. */
  ends: z
    .array(z.strictObject({ when: conditionSchema, endsAs: endsAsSchema }))
    .max(10)
    .optional(),
};
/** If false, the question is optional. By default an answer is required. */
const required = z.boolean().optional();

/** A question of the protocol itself: screener, demographics, debrief. Items belong to item blocks. */
export const questionSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("choice"),
    ...commonTexts,
    ...common,
    required,
    choices: z.array(choiceSchema).min(2).max(50),
  }),
  z.strictObject({
    type: z.literal("several"),
    ...commonTexts,
    ...common,
    required,
    choices: z.array(optionSchema).min(2).max(50),
  }),
  z.strictObject({
    type: z.literal("number"),
    ...commonTexts,
    ...common,
    required,
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    isWhole: z.boolean(),
    unit: boundedText(40).default(""),
  }),
  z
    .strictObject({
      type: z.literal("scale"),
      ...commonTexts,
      ...common,
      required,
      minimum: z.int().min(-100).max(100),
      maximum: z.int().min(-100).max(100),
      minimumLabel: boundedText(200).default(""),
      maximumLabel: boundedText(200).default(""),
      /** A button for each point, or a slider; without JavaScript a slider is a number field. */
      look: z.enum(["buttons", "slider"]),
    })
    .refine(({ minimum, maximum }) => minimum < maximum, { path: ["maximum"], message: "must be above the minimum" })
    .refine(({ minimum, maximum, look }) => look === "slider" || maximum - minimum <= 10, {
      path: ["look"],
      message: "must be a slider for more than 11 points",
    }),
  z.strictObject({
    type: z.literal("text"),
    ...commonTexts,
    ...common,
    required: z.boolean(),
    maximumLength: z.int().min(1).max(10_000),
  }),
]);
export type Question = z.infer<typeof questionSchema>;
export type Choice = z.infer<typeof choiceSchema>;

/** The field of the confidence in the answer, in forms and in storage; no question can have such a key. */
export function confidenceKey(question: Pick<Question, "key">): string {
  return `${question.key}.confidence`;
}

/** The levels of confidence, in percent. */
export const confidences = ["0", "25", "50", "75", "100"] as const;

/** Whether an answer is required. */
export function isRequired(question: Question): boolean {
  return question.required ?? true;
}
