import type { Random } from "../../lib/domain/random.ts";
import { marginalDifference } from "../../lib/domain/results/views/models/mixed-view.ts";
import { normalQuantile, normalTwoSidedQuantile } from "../../lib/domain/statistics/basics/distributions.ts";
import {
  deltaScale,
  differentialItemFunctioning,
} from "../../lib/domain/statistics/item-response/differential-item-functioning.ts";
import { exactDif } from "../../lib/domain/statistics/item-response/exact-dif.ts";
import { abilityOfShares } from "../../lib/domain/statistics/item-response/person-ability.ts";
import { raschModel } from "../../lib/domain/statistics/item-response/rasch-model.ts";
import { crossedLogistic } from "../../lib/domain/statistics/regression/crossed-logistic.ts";
import { itemLogitScale } from "../../lib/domain/statistics/regression/item-logit-scale.ts";
import { logistic } from "../coverage-regimes.ts";
import { coin, effects, type IntervalRegime, type Limits, mean } from "./regimes.ts";

const z = normalTwoSidedQuantile(0.95);

function about(value: number | null, se: number | null): Limits {
  const isKnown = value !== null && se !== null && se > 0;
  return { low: isKnown ? value - z * se : null, high: isKnown ? value + z * se : null };
}

/** One answer per person, six people and four repeats of a model an item. */
export function onePerPerson(items: number, effect: number, random: Random) {
  const y: number[] = [];
  const item: string[] = [];
  const isModel: number[] = [];
  effects(items, 0.8, random).forEach((easiness, index) => {
    for (let answer = 0; answer < 10; answer += 1) {
      const model = Number(answer >= 6);
      y.push(coin(0.8 + effect * model + easiness, random));
      item.push(`item ${index}`);
      isModel.push(model);
    }
  });
  return itemLogitScale(y, item, isModel);
}

/** Thirty people and one model answer all items; the model's effect is fixed. */
export function mixed(items: number, effect: number, random: Random) {
  const ofItems = effects(items, 0.8, random);
  const ofPeople = [...effects(30, 0.7, random), effect];
  const rows = ofPeople.flatMap((ability, who) =>
    ofItems.map((easiness, item) => ({ who, item, y: coin(0.8 + ability + easiness, random) })),
  );
  const isModel = (who: number) => who === 30;
  return {
    ofItems,
    fit: crossedLogistic(
      rows.map(({ y }) => y),
      rows.map(({ who }) => who),
      rows.map(({ item }) => item),
      rows.map(({ who }) => [Number(isModel(who))]),
      rows.map(({ who }) => !isModel(who)),
    ),
  };
}

/** People by items under the Rasch model; the difficulties are those given. */
export function raschAnswers(difficulties: readonly number[], people: number, random: Random): number[][] {
  return effects(people, 1, random).map((ability) => difficulties.map((hard) => coin(ability - hard, random)));
}

const difficulties = [-1.5, -1, -0.5, -0.2, 0.2, 0.5, 1, 1.5];

/** The second group finds item 0 harder by `gap` logits. */
export function twoGroups(sizes: readonly [number, number], gap: number, random: Random) {
  const [reference, focal] = sizes;
  const hard = difficulties.with(0, difficulties[0]! + gap);
  return {
    responses: [...raschAnswers(difficulties, reference, random), ...raschAnswers(hard, focal, random)],
    group: [...new Array<number>(reference).fill(0), ...new Array<number>(focal).fill(1)],
  };
}

/** Intervals of scales and models of items and people. */
export const scaleIntervals: IntervalRegime[] = [
  ...[20, 60].map(
    (items): IntervalRegime => ({
      kind: "distance of a model, one answer per person (item_logit_scale)",
      regime: `${items} items, 6 answers of people and 4 of the model each`,
      share: 0.5,
      truth: 0.7,
      limits: (random) => onePerPerson(items, 0.7, random),
    }),
  ),
  ...[20, 60].map(
    (items): IntervalRegime => ({
      kind: "effect of a model, mixed model",
      regime: `${items} items, 30 people, 1 model`,
      share: items > 20 ? 0.1 : 0.2,
      truth: 0.5,
      limits: (random) => {
        const { fit } = mixed(items, 0.5, random);
        return about(fit.beta[1]!, (fit.se ?? fit.seRX)[1]!);
      },
    }),
  ),
  {
    kind: "average marginal difference of a model and people, these items (error against its true value)",
    regime: "20 items, 30 people, 1 model",
    share: 0.2,
    truth: 0,
    limits: (random) => {
      const { fit, ofItems } = mixed(20, 0.5, random);
      const { value, se } = marginalDifference(fit, 1);
      const truth = mean(ofItems.map((easiness) => logistic(1.3 + easiness) - expectedShareOf(0.8 + easiness)));
      return about(value - truth, se);
    },
  },
  {
    kind: "difficulty of an item, Rasch model",
    regime: "8 items, 60 people",
    share: 0.5,
    truth: -1.5,
    limits: (random) => {
      const { difficulty, se } = raschModel(raschAnswers(difficulties, 60, random));
      return about(difficulty[0] ?? null, se[0] ?? null);
    },
  },
  {
    kind: "ability of a model, difficulties of 200 people",
    regime: "8 items, ability 0.5",
    share: 0.5,
    truth: 0.5,
    limits: (random) => {
      const fit = raschModel(raschAnswers(difficulties, 200, random));
      const { theta, se } = abilityOfShares(
        fit.difficulty,
        difficulties.map((hard) => coin(0.5 - hard, random)),
      );
      return about(theta, se);
    },
  },
  {
    kind: "delta of an item by group, Mantel-Haenszel",
    regime: "8 items, 100 and 60 people",
    share: 0.5,
    truth: 0,
    limits: (random) => {
      const { responses, group } = twoGroups([100, 60], 0, random);
      const { delta, seDelta } = differentialItemFunctioning(responses, group, 0, 1);
      return about(delta, seDelta);
    },
  },
  {
    kind: "delta of an item, models against people, exact",
    regime: "8 items, 60 people, 5 models",
    share: 0.5,
    truth: -0.8 * deltaScale,
    limits: (random) => {
      const { responses, group } = twoGroups([60, 5], 0.8, random);
      return exactDif(responses, group, 0, 1);
    },
  },
];

/** Expected share of correct answers of people at these log odds, whose abilities have a standard deviation of 0.7. */
function expectedShareOf(logit: number): number {
  return mean(abilities.map((ability) => logistic(logit + 0.7 * ability)));
}

const abilities = Array.from({ length: 2_000 }, (_, index) => normalQuantile((index + 0.5) / 2_000));
