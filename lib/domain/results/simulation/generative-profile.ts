import * as z from "zod";
import { requiredText } from "../../text.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import { logistic } from "./marginal-logistic.ts";

const share = z.number().min(0).max(1);
const deviation = z.number().min(0).max(5);
const effects = z.record(requiredText(200), z.number().min(-10).max(10));

/** A simulated model. */
const simulatedModelSchema = z.strictObject({
  name: requiredText(200),
  /**
   * Expected score minus the score of the plan's comparator in the same cell (0.05: five points better); the expected
   * score is limited to [0, 1].
   */
  distance: z.number().min(-1).max(1),
  /** Standard deviation, in logits, of effects of stories that apply only to this model, not to people. */
  storySd: deviation.default(0),
  /** Single answers in each cell. */
  repeats: z.int().min(1).max(100).default(1),
  /** Share of the model's answers that cannot be parsed. */
  unparsed: share.default(0),
  /** Share of the detected errors whose words the model marks; null for the same share as people. */
  localisation: share.nullable().default(null),
});
export type SimulatedModel = z.infer<typeof simulatedModelSchema>;

/**
 * How simulated people and models answer. Effects are in logits; accuracies are marginal, over all stories, items and
 * people. Documented in `docs/formats.md`.
 */
export const generativeProfileSchema = z.strictObject({
  format: z.literal("parallax-generative-profile/1").default("parallax-generative-profile/1"),
  /** Accuracy of one person. */
  accuracy: share.default(0.8),
  /**
   * Accuracies at the values of an attribute of items, such as the order; null if accuracy does not depend on an
   * attribute.
   */
  accuracyBy: z
    .strictObject({ attribute: requiredText(100), values: z.record(requiredText(200), share) })
    .nullable()
    .default(null),
  /** Standard deviations of the difficulty of stories and items, and of the ability of people, in logits. */
  storySd: deviation.default(0.4),
  itemSd: deviation.default(0.6),
  personSd: deviation.default(0.6),
  /** Effects by the key of a quota group. */
  groups: effects.default({}),
  /** Effects by "factor=level" or by the key of a condition; all matching effects are added. */
  conditions: effects.default({}),
  /** Share of people who drop out and are replaced. */
  dropOut: z.number().min(0).max(0.95).default(0.15),
  /** Share of people who drop out in an arm of the design, by "factor=level" or by the key of a condition. */
  dropOutBy: z.record(requiredText(200), z.number().min(0).max(0.95)).default({}),
  /** How the log odds of dropping out change with one logit of ability; negative: weaker people drop out more often. */
  dropOutByAbility: z.number().min(-10).max(10).default(0),
  /** Among the errors that people find, the share whose words they mark; for plans about marked words. */
  localisation: share.default(0.6),
  models: z.array(simulatedModelSchema).max(200).default([]),
});
export type GenerativeProfile = z.infer<typeof generativeProfileSchema>;

const defaultModelNames = ["Simulated model A", "Simulated model B", "Simulated model C"];

/**
 * The models of a profile under a plan. A profile without models gets the planned models, or up to three default
 * models. Their distances from the plan's comparator are, in turn, zero, minus ten points and, if there is a margin of
 * equivalence, minus the margin.
 */
export function modelsOfProfile(
  { models }: Pick<GenerativeProfile, "models">,
  plan: Pick<AnalysisPlan, "models" | "margin">,
): SimulatedModel[] {
  if (models.length > 0) return models;
  const distances = [0, -0.1, ...(plan.margin === null ? [] : [-plan.margin])];
  const names = plan.models.length > 0 ? plan.models : defaultModelNames.slice(0, distances.length);
  return names.map((name, index) =>
    simulatedModelSchema.parse({ name, distance: distances[index % distances.length] ?? 0 }),
  );
}

/**
 * Share of people under a condition who drop out, at average ability: the share of its arms, otherwise the general
 * share.
 */
export function computeDropOutShare(
  { dropOut, dropOutBy }: Pick<GenerativeProfile, "dropOut" | "dropOutBy">,
  condition: Parameters<typeof effectsOfCondition>[1],
): number {
  const armShares = effectsOfCondition(dropOutBy, condition);
  return armShares.length > 0 ? Math.max(...armShares) : dropOut;
}

/** The probability that a person with this ability drops out, given the share at average ability. */
export function computeDropOutProbability(
  { dropOutByAbility }: GenerativeProfile,
  share: number,
  ability: number,
): number {
  const shift = dropOutByAbility * ability;
  return shift === 0 || share === 0 ? share : logistic(Math.log(share / (1 - share)) + shift);
}

/** The effects of a condition in a table whose keys are "factor=level" or whole condition keys. */
export function effectsOfCondition(
  table: Readonly<Record<string, number>>,
  condition: { id: string; levels: Readonly<Record<string, string>> },
): number[] {
  const names = new Set([condition.id, ...Object.entries(condition.levels).map(([name, level]) => `${name}=${level}`)]);
  return Object.entries(table).flatMap(([name, value]) => (names.has(name) ? [value] : []));
}
