import { followRate } from "../../lib/domain/beliefs/scoring/follow-rate.ts";
import type { Random } from "../../lib/domain/random.ts";
import { quantileLimits } from "../../lib/domain/results/views/people/persons-view.ts";
import { clusteredEstimate } from "../../lib/domain/statistics/clustered/clustered-estimate.ts";
import { countRarer, minRarerAnswers } from "../../lib/domain/statistics/clustered/interval-note.ts";
import { unpairedClusteredDifference } from "../../lib/domain/statistics/differences/unpaired-clustered-difference.ts";
import { wilsonInterval } from "../../lib/domain/statistics/proportions/wilson.ts";
import {
  clusteredRegression,
  estimateCoefficient,
} from "../../lib/domain/statistics/regression/clustered-regression.ts";
import { rakingWeights } from "../../lib/domain/statistics/sampling/raking-weights.ts";
import { weightedShare } from "../../lib/domain/statistics/sampling/weighted-share.ts";
import { normal } from "../coverage-regimes.ts";
import {
  coin,
  drawAnswers,
  effects,
  expected,
  expectedShare,
  type IntervalRegime,
  type Limits,
  mean,
  type Structure,
  usual,
} from "./regimes.ts";

const byStory = (ids: readonly number[]) => ({ one: "story", many: "stories", ids });
const byPerson = (ids: readonly number[]) => ({ one: "person", many: "people", ids });
const sdOf = ({ storySd, itemSd, personSd }: Structure) => Math.hypot(storySd, itemSd, personSd);

/**
 * People minus a model on single answers, over people and stories; only the intervals that are shown as stated, or only
 * those that are marked as approximate because the model has few wrong or few right answers.
 */
function twoWayDifference(stories: number, itemsOfStory: number, base: number, isStated: boolean): IntervalRegime {
  const structure = { ...usual, stories, itemsOfStory, base };
  const modelSd = Math.hypot(usual.storySd, usual.itemSd);
  return {
    kind: `people minus model on single answers, two-way, ${isStated ? "as stated" : "approximate"}`,
    regime: `${stories} stories of ${itemsOfStory} items, 40 people, log odds ${base}`,
    share: 0.5,
    truth: (random) => expectedShare(base, sdOf(usual), random) - expectedShare(base + 0.5, modelSd, random),
    limits: (random) => {
      const answers = drawAnswers(structure, random);
      // The model has its own difficulties.
      const ofStories = effects(stories, usual.storySd, random);
      const model = Array.from({ length: stories * itemsOfStory }, (_, item) =>
        coin(base + 0.5 + ofStories[Math.floor(item / itemsOfStory)]! + usual.itemSd * normal(random), random),
      );
      const values = answers.values.map((value, index) => value - model[answers.items[index]!]!);
      const isMarked = countRarer(model) < minRarerAnswers;
      if (isMarked === isStated) return { low: null, high: null };
      return clusteredEstimate(values, [byPerson(answers.people), byStory(answers.stories)]);
    },
  };
}

/** A rare group (20% of people, half of the population) that is more often right. */
function weighted(stories: number): IntervalRegime {
  const gap = 0.8;
  const sd = sdOf(usual);
  return {
    kind: "weighted share, two-way on the logit scale",
    regime: `${stories} stories, 60 people in two groups, weights estimated`,
    share: 0.5,
    truth: (random) => (expectedShare(1, sd, random) + expectedShare(1 + gap, sd, random)) / 2,
    limits: (random) => {
      const group = Array.from({ length: 60 }, (_, person) => (person % 5 === 0 ? "rare" : "common"));
      const ofStories = effects(stories, usual.storySd, random);
      const ofItems = effects(stories * 2, usual.itemSd, random);
      const answers = group.flatMap((own, person) => {
        const ability = usual.personSd * normal(random) + (own === "rare" ? gap : 0);
        return ofItems.map((item, index) => ({
          value: coin(1 + ability + item + ofStories[index >> 1]!, random),
          person,
          story: String(index >> 1),
        }));
      });
      const y = group.map((_, person) => mean(answers.filter((one) => one.person === person).map((one) => one.value)));
      const raked = rakingWeights([{ categories: group, targets: { rare: 0.5, common: 0.5 } }], y, 500, 1e-10);
      return weightedShare(answers, new Map(raked.weights.map((weight, person) => [person, weight])), raked);
    },
  };
}

/** Two kinds of items in the same stories. */
function unpaired(stories: number): IntervalRegime {
  const sd = Math.hypot(usual.storySd, usual.itemSd);
  const kinds = [1, 1.7];
  return {
    kind: "difference of item groups, unpaired, clustered",
    regime: `${stories} stories, 4 and 4 items each`,
    truth: (random) => expectedShare(1, sd, random) - expectedShare(1.7, sd, random),
    limits: (random) => {
      const ofStories = effects(stories, usual.storySd, random);
      const clusters = Array.from({ length: stories * 4 }, (_, item) => item >> 2);
      const [a, b] = kinds.map((base) => ({
        values: clusters.map((story) => coin(base + ofStories[story]! + usual.itemSd * normal(random), random)),
        clusters,
      }));
      const { ciLow, ciHigh } = unpairedClusteredDifference(a!, b!);
      return { low: ciLow, high: ciHigh };
    },
  };
}

/** The difference of two groups of people, from single answers. */
function groupEffect(kind: "two-way" | "CR2"): IntervalRegime {
  const sd = sdOf(usual);
  return {
    kind: `coefficient of a group of people, ${kind}`,
    regime:
      kind === "two-way" ? "20 stories, 40 people, 12 of them in the group" : "40 people, 12 of them in the group",
    share: 0.5,
    truth: (random) => expectedShare(1.5, sd, random) - expectedShare(1, sd, random),
    limits: (random) => {
      const answers = drawAnswers({ ...usual, base: 0 }, random);
      const ofItems = effects(40, usual.itemSd, random);
      const ofPeople = effects(40, usual.personSd, random);
      const ofStories = effects(20, usual.storySd, random);
      const isMember = (person: number) => Number(person < 12);
      const y = answers.people.map((person, index) => {
        const item = answers.items[index]!;
        return coin(1 + 0.5 * isMember(person) + ofPeople[person]! + ofItems[item]! + ofStories[item >> 1]!, random);
      });
      const x = answers.people.map((person) => [1, isMember(person)]);
      const kinds = kind === "two-way" ? [answers.people, answers.stories] : [answers.people];
      const fit = clusteredRegression(y, x, kinds);
      return fit ? estimateCoefficient(fit, 1) : { low: null, high: null };
    },
  };
}

/** Ten differences at once, each with 1 - 0.05/10: the share of studies in which all limits contain their true value 0. */
function simultaneous(stories: number): IntervalRegime {
  return {
    kind: "simultaneous limits of 10 differences at 0.05/10, CR2",
    regime: `${stories} stories, 8 items each; all ten at once`,
    share: 0.5,
    truth: 0,
    limits: (random) => {
      const ids = Array.from({ length: stories * 8 }, (_, item) => item >> 3);
      const people = effects(stories, 0.8, random);
      const own = Array.from({ length: 10 }, () => {
        const model = effects(stories, 0.8, random);
        const values = ids.map((story) => coin(1 + people[story]!, random) - coin(1 + model[story]!, random));
        return clusteredEstimate(values, [byStory(ids)], { confidence: 1 - 0.05 / 10, range: [-1, 1] });
      });
      // All contain 0 if and only if the largest low limit is below it and the smallest high one above.
      return {
        low: Math.max(...own.map(({ low }) => low ?? -1)),
        high: Math.min(...own.map(({ high }) => high ?? 1)),
      };
    },
  };
}

const ceiling: Structure = { ...usual, people: 20, stories: 20 };

/** Agreement of each answer with the majority of the others in its cell. */
function agreementWithRest(random: Random) {
  const answers = drawAnswers(ceiling, random);
  const right = new Array<number>(40).fill(0);
  answers.values.forEach((value, index) => {
    right[answers.items[index]!]! += value;
  });
  const agrees = answers.values.map((value, index) => {
    const others = 2 * (right[answers.items[index]!]! - value) - (ceiling.people - 1);
    return others === 0 ? 0.5 : Number(others > 0 === (value === 1));
  });
  return clusteredEstimate(agrees, [byPerson(answers.people), byStory(answers.stories)], { range: [0, 1] });
}

/** The quantile of people's accuracies, from order statistics. */
function quantile(q: number, people: number): IntervalRegime {
  return {
    kind: "quantile of people's accuracy, order statistics",
    regime: `${people} people, quantile ${q}`,
    truth: (random) => {
      const many = Array.from({ length: 100_000 }, () => accuracyOfPerson(random)).sort((a, b) => a - b);
      return many[Math.floor(q * many.length)]!;
    },
    limits: (random) => {
      const sorted = Array.from({ length: people }, () => accuracyOfPerson(random)).sort((a, b) => a - b);
      return quantileLimits(sorted, q);
    },
  };
}

function accuracyOfPerson(random: Random): number {
  const ability = 1 + 0.8 * normal(random);
  return mean(Array.from({ length: 20 }, () => coin(ability, random)));
}

function independentShare(share: number, n: number): IntervalRegime {
  return {
    kind: "share of independent answers, Wilson",
    regime: `n ${n}, share ${share}`,
    truth: share,
    limits: (random) =>
      wilsonInterval(Array.from({ length: n }, () => random.next()).filter((x) => x < share).length, n),
  };
}

/** Pairs that follow the context rather than memory, over facts and participants. */
function follow(facts: number, people: number | null): IntervalRegime {
  const sd = Math.hypot(0.6, people === null ? 0 : 0.5);
  return {
    kind: `context-following rate, log odds, ${people === null ? "CR2 by fact" : "two-way"}`,
    regime: `${facts} facts${people === null ? ", 6 pairs each" : `, ${people} participants`}, rate 0.73`,
    truth: (random) => expectedShare(1.1, sd, random),
    limits: (random): Limits => {
      const ofFacts = effects(facts, 0.6, random);
      const ofPeople = people === null ? new Array<number>(6).fill(0) : effects(people, 0.5, random);
      const cells = ofFacts.flatMap((_, fact) => ofPeople.map((_person, person) => ({ fact, person })));
      const decisions = cells.map(
        ({ fact, person }) => coin(1.1 + ofFacts[fact]! + ofPeople[person]!, random) as 0 | 1,
      );
      const byFact = cells.map(({ fact }) => fact);
      return followRate(decisions, people === null ? [byFact] : [byFact, cells.map(({ person }) => person)]);
    },
  };
}

/** Response times: the mean logarithm over people and stories. */
const times: IntervalRegime = {
  kind: "geometric mean of times, two-way on logarithms",
  regime: "20 stories, 40 people",
  share: 0.5,
  truth: 9,
  limits: (random) => {
    const { people, stories, items } = drawAnswers(usual, random);
    const [ofPeople, ofStories, ofItems] = [
      effects(40, 0.4, random),
      effects(20, 0.2, random),
      effects(40, 0.2, random),
    ];
    const logs = people.map(
      (person, index) =>
        9 + ofPeople[person]! + ofStories[stories[index]!]! + ofItems[items[index]!]! + 0.5 * normal(random),
    );
    return clusteredEstimate(logs, [byPerson(people), byStory(stories)]);
  },
};

/** Intervals of shares, differences, groups, times and rates. */
export const answerIntervals: IntervalRegime[] = [
  ...[1, 2].flatMap((base) =>
    [true, false].flatMap((isStated) => [
      ...[7, 20].map((stories) => twoWayDifference(stories, 2, base, isStated)),
      twoWayDifference(7, 8, base, isStated),
      twoWayDifference(40, 1, base, isStated),
    ]),
  ),
  ...[7, 20].map(weighted),
  ...[7, 20, 40].map(unpaired),
  groupEffect("two-way"),
  groupEffect("CR2"),
  ...[10, 40].map(simultaneous),
  {
    kind: "one person against the majority of the others, two-way",
    regime: "20 stories, 20 people",
    share: 0.5,
    truth: expected((random) => agreementWithRest(random).value, 1_000),
    limits: agreementWithRest,
  },
  ...[quantile(0.5, 30), quantile(0.9, 60)],
  ...[independentShare(0.9, 20), independentShare(0.98, 50), independentShare(0.5, 20)],
  ...[follow(20, null), follow(60, null), follow(20, 30)],
  times,
];
