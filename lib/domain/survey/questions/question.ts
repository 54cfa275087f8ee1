import * as z from "zod";
import { boundedText, requiredText } from "../../text.ts";

/** The short name of a step or a question. */
export const keySchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and hyphens");

/** What is stored for someone who does not know. */
export const notKnown = "dont-know";

const endsAsSchema = z.enum(["screened-out", "quality"]);

/** Holds for one of these answers, or for a number within these bounds; of several answers, if it holds for any. */
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

const choiceSchema = z.strictObject({
  value: requiredText(100),
  label: requiredText(300),
  /** Choosing this ends the session: a screener's wrong answer, or a failed attention check. */
  endsAs: endsAsSchema.nullable().default(null),
});

/** Of several answers each is one word, because a form that is shown again lists them divided by spaces. */
const optionSchema = choiceSchema.extend({
  value: requiredText(100).refine((value) => !/[\s"]/.test(value), "must not hold spaces or quotation marks"),
});

const said = { key: keySchema, label: requiredText(1_000), help: boundedText(2_000).default("") };

/** What any question may say besides; all of it is absent in protocols from before there was more than one choice. */
const common = {
  /** Offers "I do not know" as an answer. */
  dontKnow: z.boolean().optional(),
  /** Asks how sure the answer is; stored beside it, see `confidenceKey`. */
  confidence: z.boolean().optional(),
  /** Asked only where an earlier page's answer is one of these. */
  showIf: conditionSchema.safeExtend({ question: keySchema }).optional(),
  /** The right answer, for questions of a page that checks attention or understanding; never sent to a participant. */
  right: conditionSchema.optional(),
  /** Answers that end the session. */
  ends: z
    .array(z.strictObject({ when: conditionSchema, endsAs: endsAsSchema }))
    .max(10)
    .optional(),
};
/** False: may be left out. Needed where nothing is said. */
const required = z.boolean().optional();

/** A question of the protocol itself: screener, demographics, debrief. Items are asked by item blocks. */
export const questionSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("choice"),
    ...said,
    ...common,
    required,
    choices: z.array(choiceSchema).min(2).max(50),
  }),
  z.strictObject({
    type: z.literal("several"),
    ...said,
    ...common,
    required,
    choices: z.array(optionSchema).min(2).max(50),
  }),
  z.strictObject({
    type: z.literal("number"),
    ...said,
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
      ...said,
      ...common,
      required,
      minimum: z.int().min(-100).max(100),
      maximum: z.int().min(-100).max(100),
      minimumLabel: boundedText(200).default(""),
      maximumLabel: boundedText(200).default(""),
      /** A button for each point, or a slider; a slider is a field for a number where no script runs. */
      look: z.enum(["buttons", "slider"]),
    })
    .refine(({ minimum, maximum }) => minimum < maximum, { path: ["maximum"], message: "must be more than the least" })
    .refine(({ minimum, maximum, look }) => look === "slider" || maximum - minimum <= 10, {
      path: ["look"],
      message: "must be a slider for more than 11 points",
    }),
  z.strictObject({
    type: z.literal("text"),
    ...said,
    ...common,
    required: z.boolean(),
    maximumLength: z.int().min(1).max(10_000),
  }),
]);
export type Question = z.infer<typeof questionSchema>;
export type Choice = z.infer<typeof choiceSchema>;

/** The field in which the confidence in an answer is asked and stored; no question can have such a key. */
export function confidenceKey(question: Pick<Question, "key">): string {
  return `${question.key}.confidence`;
}

/** How sure one can be, in percent. */
export const confidences = ["0", "25", "50", "75", "100"] as const;

/** Whether an answer is needed. */
export function isRequired(question: Question): boolean {
  return question.required ?? true;
}
