import type { PlannedSlot } from "../../survey/slots/plan-slots.ts";
import { clusterOf } from "../model/share.ts";
import type { ModelSeries, ResultCondition, ResultItem } from "../model/study-results.ts";
import type { AnalysisPlan } from "../plan/analysis-plan.ts";
import { plannedPageComparator } from "../plan/planned-comparisons.ts";
import { expectedMajority } from "./expected-majority.ts";
import {
  computeDropOutShare,
  effectsOfCondition,
  type GenerativeProfile,
  modelsOfProfile,
  type SimulatedModel,
} from "./generative-profile.ts";
import { logitOfMarginal, marginalProbability, meanOverEffect } from "./marginal-logistic.ts";
import { accuracyOf } from "./scripted-chance.ts";

/** The simulated design of a study, as plain values. */
export interface SimulatedDesign {
  items: readonly ResultItem[];
  conditions: readonly ResultCondition[];
  strata: readonly { key: string; slots: readonly PlannedSlot[] }[];
  plan: AnalysisPlan;
}

/** A model of the simulation, with the log odds of a correct answer in each cell, without its story effects. */
interface PreparedModel extends SimulatedModel {
  series: ModelSeries;
  logits: (number | null)[];
  /** Expected share of correct answers in each cell, after the policy for unparsed answers. */
  expected: (number | null)[];
  /**
   * The factor from `expected` to the share of right answers among all answers; below 1 if unparsed answers are
   * excluded.
   */
  marking: number;
}

/** One item under one condition. */
interface PreparedCell {
  item: ResultItem;
  condition: ResultCondition;
  cluster: string;
  /** Log odds of a correct answer of a person of each group, before effects of story, item and person. */
  logits: number[];
  /** Expected share of correct answers of people, and expected score of their majority. */
  share: number;
  majority: number;
  /** Share of people under this condition who drop out, at average ability. */
  dropOut: number;
}

/** Everything that all simulated studies of a design have in common. */
export interface PreparedSimulation {
  design: SimulatedDesign;
  profile: GenerativeProfile;
  /** Items first, then conditions. */
  cells: PreparedCell[];
  models: PreparedModel[];
  comparator: "majority" | "person";
  /** Number of items that are excluded because they have no usable key. */
  leftOut: number;
}

/** With fewer answers per cell, models are compared with the mean person instead of the majority. */
const minAnswersForMajority = 3;

/** Computes the probabilities of answers in every cell from a profile, once for all simulated studies. */
export function prepareSimulation(design: SimulatedDesign, profile: GenerativeProfile): PreparedSimulation {
  const { plan, strata, conditions } = design;
  const usableItems = design.items.filter(({ options, rightAnswers }) => options.length > 1 && rightAnswers.length > 0);
  if (usableItems.length === 0) throw new RangeError("No item has options and a key, so no answer can be simulated.");
  const perCell = answersPerCell(design);
  const typicalAnswers = Math.round(perCell);
  const plannedComparator = plannedPageComparator(plan) ?? (typicalAnswers >= 10 ? "majority" : "person");
  // Marked words have no majority.
  const comparesMarks = plan.outcome.measure === "localisation";
  const comparator = comparesMarks || typicalAnswers < minAnswersForMajority ? "person" : plannedComparator;
  const sharedSd = Math.hypot(profile.storySd, profile.itemSd);
  const sizes = strata.map(({ slots }) => slots.length);
  const people = sizes.reduce((sum, size) => sum + size, 0);
  const majorities = new Map<string, ReturnType<typeof expectedMajority>>();
  const majorityOf = (item: ResultItem) => {
    const isFalseRight = item.rightAnswers.includes("false");
    const name = `${item.options.length}/${isFalseRight}`;
    if (!majorities.has(name)) {
      const k = comparator === "majority" && plan.comparator.k !== null ? plan.comparator.k : typicalAnswers;
      majorities.set(name, expectedMajority(k, item.options.length, plan.ties, isFalseRight));
    }
    return majorities.get(name) ?? null;
  };
  const cellsOfKind = new Map<string, Pick<PreparedCell, "logits" | "share" | "majority">>();
  const cells = usableItems.flatMap((item) =>
    conditions.map((condition): PreparedCell => {
      const base = accuracyOf(item.attributes, profile);
      const effect = sum(effectsOfCondition(profile.conditions, condition));
      const name = JSON.stringify([base, effect, item.options.length, item.rightAnswers.includes("false")]);
      const probabilities = cellsOfKind.get(name) ?? computeProbabilities(base, effect, item);
      cellsOfKind.set(name, probabilities);
      return {
        item,
        condition,
        cluster: clusterOf(item).id,
        ...probabilities,
        dropOut: computeDropOutShare(profile, condition),
      };
    }),
  );

  function computeProbabilities(base: number, effect: number, item: ResultItem) {
    const centre = logitOfMarginal(base, Math.hypot(sharedSd, profile.personSd)) + effect;
    const logits = strata.map(({ key }) => centre + (profile.groups[key] ?? 0));
    const shareAt = (difficulty: number) =>
      logits.reduce(
        (total, logit, group) =>
          total + (sizes[group]! / Math.max(1, people)) * marginalProbability(logit + difficulty, profile.personSd),
        0,
      );
    const majority = majorityOf(item);
    return {
      logits,
      share: meanOverEffect(shareAt, sharedSd),
      majority: majority ? meanOverEffect((difficulty) => majority(shareAt(difficulty)), sharedSd) : Number.NaN,
    };
  }

  const models = modelsOfProfile(profile, plan).map((model, index) => prepareModel(model, index));

  function prepareModel(model: SimulatedModel, index: number): PreparedModel {
    const deviation = Math.hypot(sharedSd, model.storySd);
    const logitCache = new Map<number, number>();
    const targets = cells.map((cell) =>
      Math.min(1, Math.max(0, (comparator === "majority" ? cell.majority : cell.share) + model.distance)),
    );
    const logitOf = (target: number) => {
      const logit = logitCache.get(target) ?? logitOfMarginal(target, deviation);
      logitCache.set(target, logit);
      return logit;
    };
    // Unparsed answers count as the plan specifies; the distance in the profile already includes their effect.
    const isWrong = plan.unparsed === "wrong";
    const parsedShares = targets.map((target) =>
      isWrong ? Math.min(1, target / Math.max(1e-9, 1 - model.unparsed)) : target,
    );
    return {
      ...model,
      series: {
        id: `simulated-${index + 1}`,
        modelId: `simulated-${index + 1}`,
        model: model.name,
        source: "simulation",
        rest: "",
        isDemo: false,
      },
      logits: parsedShares.map(logitOf),
      expected: parsedShares.map((target) => target * (isWrong ? 1 - model.unparsed : 1)),
      marking: isWrong ? 1 : 1 - model.unparsed,
    };
  }

  return { design, profile, cells, models, comparator, leftOut: design.items.length - usableItems.length };
}

/** Planned answers per item and condition, averaged over the cells with planned answers. */
function answersPerCell({ strata }: SimulatedDesign): number {
  const counts = new Map<string, number>();
  for (const { slots } of strata)
    for (const placements of slots)
      for (const { item, condition } of placements) {
        const name = `${item}/${condition}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
  return counts.size === 0 ? 0 : sum([...counts.values()]) / counts.size;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
