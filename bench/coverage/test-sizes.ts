import type { Random } from "../../lib/domain/random.ts";
import { correlation } from "../../lib/domain/statistics/agreement/distribution-agreement.ts";
import { normalCdf } from "../../lib/domain/statistics/basics/distributions.ts";
import { clusteredEstimate, testEstimate } from "../../lib/domain/statistics/clustered/clustered-estimate.ts";
import { equivalenceSignPatterns } from "../../lib/domain/statistics/clustered/equivalence-sign-patterns.ts";
import { adjacentLevels } from "../../lib/domain/statistics/differences/adjacent-levels.ts";
import { equivalenceTest } from "../../lib/domain/statistics/differences/equivalence-test.ts";
import { meanRankPermutation } from "../../lib/domain/statistics/differences/mean-rank-permutation.ts";
import { unpairedClusteredDifference } from "../../lib/domain/statistics/differences/unpaired-clustered-difference.ts";
import { differentialItemFunctioning } from "../../lib/domain/statistics/item-response/differential-item-functioning.ts";
import { exactDif } from "../../lib/domain/statistics/item-response/exact-dif.ts";
import { cochranQ } from "../../lib/domain/statistics/proportions/cochran-q.ts";
import { exactBinomialTest } from "../../lib/domain/statistics/proportions/exact-binomial.ts";
import { mcnemarTest } from "../../lib/domain/statistics/proportions/mcnemar.ts";
import { pairedCounts } from "../../lib/domain/statistics/proportions/paired-counts.ts";
import { twoProportionTest } from "../../lib/domain/statistics/proportions/two-proportions.ts";
import { adjustFamily } from "../../lib/domain/statistics/referee/family.ts";
import { clusteredRegression, waldTest } from "../../lib/domain/statistics/regression/clustered-regression.ts";
import { twoWayWaldTest } from "../../lib/domain/statistics/regression/two-way-wald-test.ts";
import { dropOutByArm } from "../../lib/domain/statistics/sampling/drop-out-by-arm.ts";
import { groupSequentialBoundaries } from "../../lib/domain/statistics/sequential/group-sequential-boundaries.ts";
import { normal } from "../coverage-regimes.ts";
import { coin, drawAnswers, effects, type TestRegime, usual } from "./regimes.ts";
import { mixed, onePerPerson, twoGroups } from "./scale-intervals.ts";

const byStory = (ids: readonly number[]) => ({ one: "story", many: "stories", ids });

/** Two sides that are equally good on average; each has its own effects of stories. */
function sides(stories: number, itemsOfStory: number, storySd: number, random: Random) {
  const ids = Array.from({ length: stories * itemsOfStory }, (_, item) => Math.floor(item / itemsOfStory));
  const side = () => {
    const own = effects(stories, storySd, random);
    return ids.map((story) => coin(1 + own[story]!, random));
  };
  return { ids, a: side(), b: side() };
}

function paired(n: number): TestRegime[] {
  return [
    {
      kind: "McNemar, mid-p",
      regime: `${n} independent items`,
      p: (random) => {
        const { a, b } = sides(n, 1, 0, random);
        const { n10, n01 } = pairedCounts(a, b);
        return mcnemarTest(n10, n01, "midp").pvalue;
      },
    },
    {
      kind: "Cochran's Q, four sides",
      regime: `${n} independent items`,
      p: (random) => {
        const columns = [0, 1, 2, 3].map(() => sides(n, 1, 0, random).a);
        return cochranQ(columns[0]!.map((_, item) => columns.map((column) => column[item]!))).pvalue;
      },
    },
    {
      kind: "two proportions, pooled z",
      regime: `${n} and ${n} independent answers`,
      p: (random) => {
        const { a, b } = sides(n, 1, 0, random);
        const right = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
        return twoProportionTest(right(a), n, right(b), n).pTwoSided;
      },
    },
    {
      kind: "exact binomial against chance",
      regime: `${n} independent answers, chance 0.5`,
      p: (random) =>
        exactBinomialTest(Array.from({ length: n }, () => coin(0, random)).filter(Boolean).length, n, 0.5).pvalue,
    },
    {
      kind: "drop-out by arm, chi-square or Fisher",
      regime: `two arms of ${n}, 15% leave`,
      p: (random) => {
        const arm = () => {
          const completed = Array.from({ length: n }, () => random.next()).filter((one) => one > 0.15).length;
          return { started: n, completed, sum: completed / 2 };
        };
        return dropOutByArm([arm(), arm()]).pvalue;
      },
    },
  ];
}

function clustered(stories: number): TestRegime[] {
  return [
    {
      kind: "a share against chance, CR2",
      regime: `${stories} stories, 8 items each, chance 0.5`,
      p: (random) => {
        const own = effects(stories, 0.8, random);
        const ids = Array.from({ length: stories * 8 }, (_, item) => item >> 3);
        const estimate = clusteredEstimate(
          ids.map((story) => coin(own[story]!, random)),
          [byStory(ids)],
          { range: [0, 1] },
        );
        return testEstimate(estimate, 0.5)?.pvalue ?? null;
      },
    },
    {
      kind: "item groups, unpaired, clustered t",
      regime: `${stories} stories, 4 and 4 items each`,
      p: (random) => {
        const own = effects(stories, 0.6, random);
        const clusters = Array.from({ length: stories * 4 }, (_, item) => item >> 2);
        const [a, b] = [0, 1].map(() => ({ values: clusters.map((story) => coin(1 + own[story]!, random)), clusters }));
        return unpairedClusteredDifference(a!, b!).pTwoSided;
      },
    },
    {
      kind: "two levels within subjects, CR2 over stories",
      regime: `${stories} stories, 6 subjects, 2 items a level`,
      p: (random) => {
        const answers = {
          subject: [] as number[],
          story: [] as number[],
          level: [] as number[],
          correct: [] as number[],
        };
        const own = [0, 1].map(() => effects(stories, 0.4, random));
        for (let subject = 0; subject < 6; subject += 1)
          for (let story = 0; story < stories; story += 1)
            for (const level of [0, 1, 0, 1]) {
              answers.subject.push(subject);
              answers.story.push(story);
              answers.level.push(level);
              answers.correct.push(coin(1 + own[level]![story]!, random));
            }
        return adjacentLevels(answers, 0, 1).pvalue;
      },
    },
    {
      kind: "interaction of three item groups, HTZ",
      regime: `${stories} stories, 9 items each`,
      p: (random) => {
        const { ids, a, b } = sides(stories, 9, 0.6, random);
        const x = ids.map((_, item) => [1, Number(item % 3 === 1), Number(item % 3 === 2)]);
        const fit = clusteredRegression(
          a.map((value, item) => value - b[item]!),
          x,
          [ids],
        );
        return fit && (waldTest(fit, [1, 2])?.pvalue ?? null);
      },
    },
    {
      kind: "ten differences, Holm: any is significant",
      regime: `${stories} stories, 8 items each`,
      share: 0.5,
      p: (random) => {
        const people = sides(stories, 8, 0.6, random);
        const found = Array.from({ length: 10 }, () => {
          const { a } = sides(stories, 8, 0.6, random);
          const values = a.map((value, item) => value - people.a[item]!);
          return testEstimate(clusteredEstimate(values, [byStory(people.ids)], { range: [-1, 1] }))?.pvalue ?? 1;
        });
        return Math.min(...adjustFamily(found, "holm", 0.05).adjusted.map((p) => p ?? 1));
      },
    },
  ];
}

/** Groups of people who do not differ, on single answers. */
function groups(kinds: "two-way" | "CR2"): TestRegime {
  return {
    kind: `three groups of people, Wald, ${kinds}`,
    regime: "20 stories, 40 people in groups of 20, 12 and 8",
    share: 0.3,
    p: (random) => {
      const { values, people, stories } = drawAnswers(usual, random);
      const x = people.map((person) => [1, Number(person >= 20 && person < 32), Number(person >= 32)]);
      return twoWayWaldTest(values, x, kinds === "two-way" ? [people, stories] : [people], [1, 2])?.pvalue ?? null;
    },
  };
}

function twoWay(stories: number): TestRegime {
  return {
    kind: "people minus model on single answers, two-way t",
    regime: `${stories} stories, 40 people`,
    share: 0.3,
    p: (random) => {
      const { values, people, items, stories: ids } = drawAnswers({ ...usual, stories, personSd: 0 }, random);
      // The same distribution of difficulties as people's, drawn separately.
      const own = effects(stories, usual.storySd, random);
      const model = Array.from({ length: stories * 2 }, (_, item) =>
        coin(1 + own[item >> 1]! + usual.itemSd * normal(random), random),
      );
      const differences = values.map((value, index) => value - model[items[index]!]!);
      const kinds = [{ one: "person", many: "people", ids: people }, byStory(ids)];
      return testEstimate(clusteredEstimate(differences, kinds))?.pvalue ?? null;
    },
  };
}

function atMargin(stories: number, kind: "non-inferiority, CR2" | "equivalence, all sign patterns"): TestRegime {
  return {
    kind: `${kind}, at the margin`,
    regime: `${stories} stories, 20 items each, story differences normal`,
    p: (random) => {
      const [model, people, ids]: number[][] = [[], [], []];
      for (let story = 0; story < stories; story += 1) {
        const rate = Math.min(1, Math.max(0, 0.7 + 0.15 * normal(random)));
        for (let item = 0; item < 20; item += 1) {
          model!.push(Number(random.next() < rate));
          people!.push(Number(random.next() < 0.8));
          ids!.push(story);
        }
      }
      if (kind !== "non-inferiority, CR2") {
        const differences = model!.map((value, index) => value - people![index]!);
        return equivalenceSignPatterns(differences, ids!, 0.1, 0.05).pvalue;
      }
      return equivalenceTest(model!, people!, ids!, 0.1, 0.05).pLower;
    },
  };
}

/** Four equally spaced interim analyses of a mean of independent differences: any is significant at its nominal level. */
function sequential(spending: "obrien_fleming" | "pocock"): TestRegime {
  const { looks } = groupSequentialBoundaries([0.25, 0.5, 0.75, 1], 0.05, spending);
  return {
    kind: `four analyses, ${spending}: any is significant`,
    regime: "400 independent differences",
    p: (random) => {
      const values = Array.from({ length: 400 }, () => normal(random));
      const crossed = looks.some(({ fraction, pNominal }) => {
        const own = values.slice(0, 400 * fraction);
        return (testEstimate(clusteredEstimate(own, []))?.pvalue ?? 1) <= pNominal;
      });
      return crossed ? 0 : 1;
    },
  };
}

/** Independent profiles. */
const fisherTest: TestRegime = {
  kind: "correlation of independent pairs, Fisher's limits exclude 0",
  regime: "n 20",
  p: (random) => {
    const [a, b] = [effects(20, 1, random), effects(20, 1, random)];
    return 2 * normalCdf(-Math.abs(Math.atanh(correlation(a, b)!)) * Math.sqrt(17));
  },
};

/** Sizes of the tests that the product shows, except those in `coverage-regimes.ts` and `equivalence-size.ts`. */
export const testSizes: TestRegime[] = [
  ...[40, 200].flatMap(paired),
  ...[7, 20].flatMap(clustered),
  ...[7, 20].map(twoWay),
  groups("two-way"),
  groups("CR2"),
  ...[10, 20].map((stories) => atMargin(stories, "non-inferiority, CR2")),
  ...[7, 10].map((stories) => atMargin(stories, "equivalence, all sign patterns")),
  ...(["obrien_fleming", "pocock"] as const).map(sequential),
  {
    kind: "distance of a model, one answer per person, z",
    regime: "40 items",
    share: 0.5,
    p: (random) => {
      const { modelEffect, se } = onePerPerson(40, 0, random);
      return modelEffect === null || se === null ? null : 2 * normalCdf(-Math.abs(modelEffect / se));
    },
  },
  {
    kind: "effect of a model, mixed model, z",
    regime: "30 items, 30 people, 1 model",
    share: 0.15,
    p: (random) => {
      const { fit } = mixed(30, 0, random);
      return 2 * normalCdf(-Math.abs(fit.beta[1]! / (fit.se ?? fit.seRX)[1]!));
    },
  },
  {
    kind: "item by group, Mantel-Haenszel",
    regime: "8 items, 100 and 60 people",
    share: 0.5,
    p: (random) => {
      const { responses, group } = twoGroups([100, 60], 0, random);
      return differentialItemFunctioning(responses, group, 0, 1).pvalue;
    },
  },
  {
    kind: "item, models against people, exact",
    regime: "8 items, 60 people, 5 models",
    share: 0.5,
    p: (random) => {
      const { responses, group } = twoGroups([60, 5], 0, random);
      return exactDif(responses, group, 0, 1).pvalue;
    },
  },
  {
    kind: "mean rank of a type, permutation",
    regime: "10 models, 5 types",
    p: (random) => meanRankPermutation(Array.from({ length: 10 }, () => effects(5, 1, random))).pTwoSided[0] ?? null,
  },
  fisherTest,
];
