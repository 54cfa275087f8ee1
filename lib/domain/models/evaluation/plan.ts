import * as z from "zod";
import { itemSelectionSchema } from "../../items/item-selection.ts";
import type { ConditionLevels, ItemKind } from "../../items/kinds/item-kind.ts";
import { openEnded } from "../../items/kinds/knp/two-choice.ts";
import { crossFactors, type Presentation } from "../../items/stimulus.ts";
import { boundedText } from "../../text.ts";
import type { EndpointStyle } from "./endpoint-settings.ts";

/**
 * How an answer is obtained. `text`: from the generated text. `candidates`: from the probabilities of the first token
 * (Street et al. 2024, section 3.2). `likelihoods`: from the likelihood of each option as a continuation of the prompt
 * (Sileo and Lernould 2023, section 4.3).
 */
export const answerModes = ["text", "candidates", "likelihoods"] as const;
export type AnswerMode = (typeof answerModes)[number];

const markPair = z.tuple([z.string().max(100), z.string().max(100)]);
const level = z.string().min(1).max(100);

/** The plan of an evaluation: items, conditions, method, and repetitions. */
export const evaluationPlanSchema = z.strictObject({
  /** The kind of the evaluated items. */
  kind: z.string().min(1).max(40),
  /** The levels of each condition. The level `prompt` selects a prompt style of the kind. */
  conditions: z
    .array(z.record(z.string().min(1).max(40), level))
    .min(1, "must name at least one condition")
    .max(200, "must be at most 200 conditions"),
  answer: z.enum(answerModes),
  /**
   * Number of few-shot examples, with correct answers, before each question. They are about stories that are not
   * evaluated.
   */
  shots: z.int("must be a whole number").min(0).max(50, "must be at most 50"),
  /** Seed of the examples and the sample. */
  seed: boundedText(100),
  repeats: z.int("must be a whole number").min(1, "must be at least 1").max(100, "must be at most 100"),
  /** Number of items drawn with the seed; null for all items. */
  sample: z.int("must be a whole number").min(1, "must be at least 1").nullable(),
  /** The items of the evaluation; all items if absent. */
  items: itemSelectionSchema.optional(),
  /**
   * The excluded items by index of the condition. They lack a mark that the condition highlights, or look the same
   * under another condition (`isTwin`).
   */
  leftOut: z
    .array(
      z.strictObject({
        condition: z.int().min(0),
        items: z.array(z.string().max(200)),
        isTwin: z.literal(true).optional(),
      }),
    )
    .max(200)
    .optional(),
  /**
   * Only for expressions of belief: first both questions without an expression, then only the expressions of facts that
   * the model answered correctly ("always correct", Du et al., section 4).
   */
  priorFirst: z.boolean(),
  /**
   * The study whose items are evaluated, with its texts when the evaluation began. If absent, the texts of the kind are
   * used.
   */
  study: z
    .strictObject({
      id: z.uuid(),
      name: z.string().max(500),
      wording: z.record(z.string().max(60), z.string().max(20_000)),
      layout: z.enum(["story-then-question", "one-screen"]),
      titles: z.boolean(),
      marks: z.strictObject({ event: markPair, knowledge: markPair }).optional(),
    })
    .optional(),
});
export type EvaluationPlan = z.infer<typeof evaluationPlanSchema>;

/** The presentation of a plan's questions: that of its study, otherwise that of the kind. */
export function presentationOfPlan({ study }: Pick<EvaluationPlan, "study">): Presentation {
  if (!study) return {};
  const { wording, layout, titles, marks } = study;
  return { wording, layout, titles, ...(marks ? { marks } : {}) };
}

/** A factor in the form of an evaluation. */
export interface EvaluationFactor {
  name: string;
  label: string;
  levels: { value: string; label: string; hint?: string; isChosen: boolean }[];
}

const styleLabels: Readonly<Record<string, string>> = {
  human: "as people read it",
  simplified: "simplified (Street et al., table 4)",
  paper: "the paper's prompt (Sileo and Lernould, section 4.3)",
  "paper-chat": "the paper's prompt for chat models (Sileo and Lernould, appendix A): [Premise] … [Hypothesis] …",
  ikd: "IKD task (Yang et al., appendix B)",
  knp: "KNP task (Yang et al., appendix B)",
  [openEnded]: "KNP without options, for a judge (Yang et al., section 5.2)",
  eob: "the paper’s prompt for chat models (Du et al.): system message “Answer the question with Yes or No.”, then expression and question",
  "eob-gemma": "the paper’s prompt for Gemma: system message “… with Yes or No only.”",
  "eob-base": "the paper’s prompt for base models (Du et al.): Q: … A:",
  "eob-base-gemma": "the paper’s prompt for Gemma’s base models: Question: … Answer:",
};

type EvaluatedKind = Pick<ItemKind, "promptStyles" | "askedStyles" | "factors">;

function listPromptStyles(kind: EvaluatedKind): readonly string[] {
  return kind.askedStyles ?? kind.promptStyles;
}

/**
 * The factors of an item kind: prompt styles first, then the kind's factors. The defaults of the papers are
 * preselected.
 */
export function listEvaluationFactors(kind: EvaluatedKind): EvaluationFactor[] {
  return [
    {
      name: "prompt",
      label: "Prompt",
      levels: listPromptStyles(kind).map((value, index) => ({
        value,
        label: styleLabels[value] ?? value,
        isChosen: index === 0,
      })),
    },
    ...kind.factors.map(({ name, label, levels }) => ({
      name,
      label,
      levels: levels.map(({ value, label: levelLabel, hint }, place) => ({
        value,
        label: levelLabel,
        ...(hint === undefined ? {} : { hint }),
        isChosen: place === 0,
      })),
    })),
  ];
}

/** All combinations of the selected levels as conditions. */
export function crossConditions(chosen: readonly { name: string; levels: readonly string[] }[]): ConditionLevels[] {
  return crossFactors(chosen.filter(({ levels }) => levels.length > 0));
}

/** Why an endpoint cannot run a plan, with the field of the plan; null if it can. */
export function findPlanProblem(
  plan: EvaluationPlan,
  endpoint: { style: EndpointStyle },
  kind: Pick<ItemKind, "label" | "optionSource"> & EvaluatedKind,
): { field: string; message: string } | null {
  const styles = listPromptStyles(kind);
  const unknownStyle = plan.conditions.find(
    ({ prompt }) => prompt && kind.promptStyles.includes(prompt) && !styles.includes(prompt),
  );
  if (unknownStyle)
    return {
      field: "conditions",
      message: `must use the prompt ${styles.join(" or ")}: “${unknownStyle.prompt}” asks for an input that only a screen has`,
    };
  if (plan.answer === "likelihoods" && endpoint.style === "chat")
    return {
      field: "answer",
      message: "needs a completions endpoint: chat endpoints do not return the likelihood of a given continuation",
    };
  if (plan.answer !== "text" && kind.optionSource === "none")
    return { field: "answer", message: "must be text: these items have no options to choose between" };
  if (plan.answer !== "text" && plan.conditions.some((levels) => levels.prompt === openEnded))
    return { field: "answer", message: "must be text: the prompt without options has nothing to choose between" };
  const offeredLevels = new Map(
    listEvaluationFactors(kind).map(({ name, levels }) => [name, levels.map(({ value }) => value)]),
  );
  for (const condition of plan.conditions) {
    for (const [name, value] of Object.entries(condition)) {
      if (name === "shots") continue;
      if (!offeredLevels.get(name)?.includes(value))
        return { field: "conditions", message: `${name}=${value} is not a condition of “${kind.label}”` };
    }
  }
  return null;
}
