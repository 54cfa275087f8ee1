import type { Random } from "../../lib/domain/random.ts";
import { cohenKappa } from "../../lib/domain/statistics/agreement/cohen-kappa.ts";
import { summedEstimate } from "../../lib/domain/statistics/agreement/nominal-agreement.ts";
import { raterCorrelation } from "../../lib/domain/statistics/agreement/rater-correlation.ts";
import { clusteredCorrelation } from "../../lib/domain/statistics/clustered/clustered-correlation.ts";
import { clusteredEstimate } from "../../lib/domain/statistics/clustered/clustered-estimate.ts";
import { itemRestCorrelations } from "../../lib/domain/statistics/item-response/item-rest-correlation.ts";
import {
  clusteredRegression,
  estimateCoefficient,
} from "../../lib/domain/statistics/regression/clustered-regression.ts";
import { randomEffects } from "../../lib/domain/statistics/sites/random-effects.ts";
import { normal } from "../coverage-regimes.ts";
import { coin, effects, expected, expectedShare, type IntervalRegime, usual } from "./regimes.ts";

/** Neighbouring levels within the same people and stories, half a logit apart, from single answers. */
function levels(stories: number, base: number): IntervalRegime {
  const sd = Math.hypot(usual.storySd, usual.itemSd, usual.personSd);
  return {
    kind: "difference of levels within people, two-way regression",
    regime: `${stories} stories of 4 items, 30 people, log odds ${base}`,
    share: 0.3,
    truth: (random) => expectedShare(base, sd, random) - expectedShare(base - 0.5, sd, random),
    limits: (random) => {
      const ofStories = effects(stories, usual.storySd, random);
      const ofItems = effects(4 * stories, usual.itemSd, random);
      const rows = effects(30, usual.personSd, random).flatMap((ability, person) =>
        ofItems.map((easiness, item) => {
          const isFirst = item % 2 === 0;
          const logit = base - (isFirst ? 0 : 0.5) + ability + easiness + ofStories[item >> 2]!;
          return { person, story: item >> 2, x: [1, Number(isFirst)], y: coin(logit, random) };
        }),
      );
      const fit = clusteredRegression(
        rows.map(({ y }) => y),
        rows.map(({ x }) => x),
        [rows.map(({ person }) => person), rows.map(({ story }) => story)],
      );
      return fit ? estimateCoefficient(fit, 1) : { low: null, high: null };
    },
  };
}

/** Two models, or two levels of one model, on the same items half a logit apart, also with few wrong answers. */
function ofModels(what: "two models" | "two levels of a model", stories: number, items: number, base: number) {
  const sd = Math.hypot(usual.storySd, usual.itemSd);
  const ids = Array.from({ length: stories * items }, (_, item) => Math.floor(item / items));
  const regime: IntervalRegime = {
    kind: `difference of ${what}, CR2`,
    regime: `${stories} stories of ${items} items, log odds ${base}`,
    truth: (random) => expectedShare(base, sd, random) - expectedShare(base - 0.5, sd, random),
    limits: (random) => {
      const first = effects(stories, usual.storySd, random);
      const second = what === "two models" ? effects(stories, usual.storySd, random) : first;
      const answer = (own: readonly number[], logit: number) =>
        ids.map((story) => coin(logit + own[story]! + usual.itemSd * normal(random), random));
      const [one, other] = [answer(first, base), answer(second, base - 0.5)];
      return clusteredEstimate(
        one.map((value, item) => value - other[item]!),
        [{ one: "story", many: "stories", ids }],
        { range: [-1, 1] },
      );
    },
  };
  return regime;
}

/** Cells taken as independent, with below five stories: each the share of eight people who are right. */
function cells(n: number, what: "share" | "difference"): IntervalRegime {
  const of = (base: number, random: Random) => {
    const own = base + 0.8 * normal(random);
    let right = 0;
    for (let person = 0; person < 8; person += 1) right += coin(own, random);
    return right / 8;
  };
  return {
    kind: `${what} over cells taken as independent, t${what === "share" ? " on the logit scale" : ""}`,
    regime: `${n} cells of 8 people`,
    truth: (random) => expectedShare(1, 0.8, random) - (what === "share" ? 0 : expectedShare(1.5, 0.8, random)),
    limits: (random) => {
      const values = Array.from({ length: n }, () => of(1, random) - (what === "share" ? 0 : of(1.5, random)));
      return clusteredEstimate(values, [], { range: what === "share" ? [0, 1] : [-1, 1] });
    },
  };
}

/** Sites whose true values differ, each with an estimate of known error. */
function sites(count: number, tau: number): IntervalRegime {
  return {
    kind: "mean over sites, random effects (Hartung and Knapp)",
    regime: `${count} sites, errors 0.02 to 0.05, standard deviation of sites ${tau}`,
    truth: 0.1,
    limits: (random) => {
      const errors = Array.from({ length: count }, () => 0.02 + 0.03 * random.next());
      const found = errors.map((error) => 0.1 + tau * normal(random) + error * normal(random));
      return randomEffects(
        found,
        errors.map((error) => error ** 2),
      );
    },
  };
}

/** An item's answers and the rest scores of people, on a test of 10 items. */
function itemRest(people: number): IntervalRegime {
  const items = Array.from({ length: 10 }, (_, item) => `${item}`);
  const of = (n: number, random: Random) => {
    const answers = effects(n, 0.8, random).flatMap((ability, person) =>
      items.map((item) => ({
        item,
        person: `${person}`,
        score: coin(0.8 + ability, random),
      })),
    );
    return itemRestCorrelations(items, answers).get("0")!;
  };
  return {
    kind: "item-rest correlation, Fisher",
    regime: `${people} people, 10 items`,
    share: 0.5,
    truth: expected((random) => of(2_000, random).value, 50),
    limits: (random) => of(people, random),
  };
}

/** Two judges of single answers, whose disagreements differ between stories. */
function kappaOverStories(stories: number): IntervalRegime {
  const of = (count: number, random: Random) => {
    const clusters = Array.from({ length: 8 * count }, (_, answer) => answer >> 3);
    const ofStories = effects(count, 0.8, random);
    const first = clusters.map((story) => coin(ofStories[story]!, random));
    const second = first.map((value) => (random.next() < 0.15 ? 1 - value : value));
    return clusteredCorrelation(first, second, clusters, (a, b) => cohenKappa(a, b).kappa);
  };
  return {
    kind: "Cohen's kappa of judges, jackknife over stories",
    regime: `${stories} stories, 8 answers each`,
    share: 0.5,
    truth: 0.7,
    limits: (random) => of(stories, random),
  };
}

/** Rankings of four options by two people, in part at random. */
function rankings(items: number): IntervalRegime {
  const one = (random: Random) => {
    const common = effects(4, 1, random);
    const ranksOf = () => {
      const values = common.map((value) => value + normal(random));
      return values.map((value) => 1 + values.filter((other) => other < value).length);
    };
    return raterCorrelation([ranksOf(), ranksOf()]).spearman ?? 0;
  };
  return {
    kind: "rank correlation, mean over items, jackknife",
    regime: `${items} items, 2 people, 4 options`,
    truth: expected((random) => one(random), 20_000),
    limits: (random) => summedEstimate(Array.from({ length: items }, () => [one(random), 1] as const)),
  };
}

/** Intervals of levels, cells, sites, items, judges and rankings. */
export const furtherIntervals: IntervalRegime[] = [
  ...[1, 2.5].flatMap((base) => [7, 20].map((stories) => levels(stories, base))),
  ...(["two models", "two levels of a model"] as const).flatMap((what) =>
    [1, 2, 3].flatMap((base) => [ofModels(what, 10, 4, base), ofModels(what, 40, 1, base)]),
  ),
  ...[10, 40].flatMap((n) => [cells(n, "share"), cells(n, "difference")]),
  ...[2, 5].flatMap((count) => [sites(count, 0), sites(count, 0.05)]),
  ...[20, 60].map(itemRest),
  ...[8, 20].map(kappaOverStories),
  ...[10, 40].map(rankings),
];
