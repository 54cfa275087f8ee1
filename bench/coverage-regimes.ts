import { type Random, seededRandom } from "../lib/domain/random.ts";
import { buildCells } from "../lib/domain/results/model/cells.ts";
import { sampleItem } from "../lib/domain/results/model/sample-item.ts";
import { noUnmatched } from "../lib/domain/results/model/study-results.ts";
import { drawMajorities, type VotedCell } from "../lib/domain/results/views/models/draw-majorities.ts";
import { kappaInterval } from "../lib/domain/statistics/agreement/agreement-intervals.ts";
import {
  checkedKappaLimits,
  kappaGoodnessOfFit,
  kappaOfPair,
} from "../lib/domain/statistics/agreement/kappa-goodness-of-fit.ts";
import { majorityJackknife } from "../lib/domain/statistics/agreement/majority-jackknife.ts";
import { clusteredEstimate, testEstimate } from "../lib/domain/statistics/clustered/clustered-estimate.ts";
import { signPatterns } from "../lib/domain/statistics/clustered/wild-cluster-test.ts";

// Regimes in which intervals and tests are known to be difficult: few clusters, high accuracy, rare answers, majorities.

const seed = "coverage-regimes-2026";

interface Limits {
  low: number | null;
  high: number | null;
}

/** Share of simulated studies whose limits contain the truth, among those that have limits. */
function coverage(studies: number, limitsOf: () => Limits, truth: number): string {
  let held = 0;
  let counted = 0;
  for (let study = 0; study < studies; study += 1) {
    const { low, high } = limitsOf();
    if (low === null || high === null) continue;
    counted += 1;
    if (low <= truth && truth <= high) held += 1;
  }
  return `${((100 * held) / counted).toFixed(1)}% | ${counted}`;
}

/** Prints the coverage of shares, majorities and kappa, and the size of the tests of a difference. */
export function printRegimes(studies: number): void {
  console.log("\n| interval | regime | coverage of 95% | studies with an interval |\n| --- | --- | --- | --- |");
  for (const stories of [5, 7, 10, 20, 40]) {
    for (const base of [0.5, 2, 3, 4]) printShare(stories, base, studies);
    for (const base of [0.5, 2, 3]) printDifference(stories, base, studies);
  }
  for (const [people, base] of [
    [9, 0.9],
    [25, 1.8],
  ] as const)
    printMajority(people, base, Math.ceil(studies / 5));
  for (const [share, n] of [
    [0.9, 40],
    [0.95, 40],
    [0.5, 40],
    [0.9, 400],
  ] as const)
    printKappa(share, n, studies);
  for (const [share, n] of [
    [0.5, 10],
    [0.9, 20],
    [0.95, 20],
    [0.8, 40],
    [0.9, 100],
    [0.9, 1_000],
  ] as const)
    for (const kappa of [0.3, 0.6, 0.9]) printShownKappa(share, kappa, n, studies);
  console.log("\n| test of no difference, 8 items a story | stories | size at 5% |\n| --- | --- | --- |");
  for (const stories of [5, 7, 10, 20]) printSizes(stories, studies);
}

const itemsOfStory = 8;

function printShare(stories: number, base: number, studies: number): void {
  const random = seededRandom(`${seed}/share/${stories}/${base}`);
  const ids = Array.from({ length: stories * itemsOfStory }, (_, index) => Math.floor(index / itemsOfStory));
  const draw = () => {
    const effects = Array.from({ length: stories }, () => 0.8 * normal(random));
    return ids.map((story) => Number(random.next() < logistic(base + effects[story]!)));
  };
  const truth = mean(Array.from({ length: 200_000 }, () => logistic(base + 0.8 * normal(random))));
  const limits = () =>
    clusteredEstimate(draw(), [{ one: "story", many: "stories", ids }], { range: [0, 1], unit: "answers" });
  console.log(
    `| share, CR2 on the logit scale | ${stories} stories, accuracy ${truth.toFixed(2)} | ${coverage(studies, limits, truth)} |`,
  );
}

/** Two sides that answer the same items, one better by 0.7 on the logit scale, with story effects of their own. */
function printDifference(stories: number, base: number, studies: number): void {
  const random = seededRandom(`${seed}/difference/${stories}/${base}`);
  const ids = Array.from({ length: stories * itemsOfStory }, (_, index) => Math.floor(index / itemsOfStory));
  const sides = [base, base + 0.7];
  const draw = () => {
    const rates = Array.from({ length: stories }, () => {
      const both = 0.6 * normal(random);
      return sides.map((side) => logistic(side + both + 0.5 * normal(random)));
    });
    return ids.map((story) => Number(random.next() < rates[story]![1]!) - Number(random.next() < rates[story]![0]!));
  };
  const sd = Math.hypot(0.6, 0.5);
  const shareOf = (side: number) => mean(Array.from({ length: 200_000 }, () => logistic(side + sd * normal(random))));
  const [low, high] = sides.map(shareOf);
  const limits = () =>
    clusteredEstimate(draw(), [{ one: "story", many: "stories", ids }], { range: [-1, 1], unit: "items" });
  const regime = `${stories} stories, accuracies ${low!.toFixed(2)} and ${high!.toFixed(2)}`;
  console.log(`| difference, CR2 | ${regime} | ${coverage(studies, limits, high! - low!)} |`);
}

/** All people answer all items: two items of each of twenty stories. */
function printMajority(people: number, base: number, studies: number): void {
  const random = seededRandom(`${seed}/majority/${people}/${base}`);
  const effects = () =>
    Array.from({ length: 20 }, () => 0.8 * normal(random)).flatMap((story) =>
      [0, 1].map(() => story + 0.6 * normal(random)),
    );
  const persons = () => Array.from({ length: people }, () => 0.6 * normal(random));
  const answers = (items: readonly number[], who: readonly number[]) =>
    items.map((item) => who.map((person) => Number(random.next() < logistic(base + item + person))));
  const scores = (rows: readonly (readonly number[])[]) => rows.map((right) => scoreOf(sum(right), right.length));
  const fixed = effects();
  const panel = persons();
  const over = (draw: () => number[][]) => mean(Array.from({ length: 3_000 }, () => mean(scores(draw()))));
  const othersTruth = over(() => answers(fixed, persons()));
  const transposed = (rows: readonly (readonly number[])[]) =>
    panel.map((_, person) => rows.map((row) => row[person]!));
  const others = () => majorityJackknife(transposed(answers(fixed, persons())), people - 1);
  const othersOfLess = mean(
    Array.from({ length: 3_000 }, () => majorityJackknife(transposed(answers(fixed, persons())), people - 1).accuracy!),
  );
  const ids = fixed.map((_, index) => index >> 1);
  const stories = () =>
    clusteredEstimate(scores(answers(effects(), panel)), [{ one: "story", many: "stories", ids }], { range: [0, 1] });
  const regime = `${people} people, 20 stories, majority ${othersTruth.toFixed(2)}`;
  console.log(
    `| majority, these items, other people (jackknife) | ${regime} | ${coverage(studies, others, othersOfLess)} |`,
  );
  console.log(
    `| majority, new stories, these people (CR2) | ${regime} | ${coverage(
      studies,
      stories,
      over(() => answers(effects(), panel)),
    )} |`,
  );
  const joint = () => bootstrapOf(answers(effects(), persons()), random);
  console.log(
    `| majority, bootstrap over people and stories | ${regime} | ${coverage(
      Math.ceil(studies / 2),
      joint,
      over(() => answers(effects(), persons())),
    )} |`,
  );
}

function bootstrapOf(rows: readonly (readonly number[])[], random: Random): Limits {
  const items = rows.map((_, index) => sampleItem({ id: `i${index}`, storyId: `s${index >> 1}` }));
  const conditions = [{ id: "c", levels: {}, label: "c" }];
  const empty = { conditions, items, counts: [], series: [], answers: [], unmatched: noUnmatched };
  const voted = buildCells(empty, "half").map(
    (cell, index): VotedCell => ({
      cell,
      story: index >> 1,
      people: rows[index]!.map((_, person) => person),
      right: [...rows[index]!],
      options: null,
    }),
  );
  const whole = { cells: voted.map((_, index) => index), less: null, majorityOf: null };
  const people = rows[0]?.length ?? 0;
  const steps = drawMajorities(
    { voted, stories: items.length / 2 },
    [{ mean: whole, lessMean: null }],
    { people, once: false },
    random,
  );
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value[0]!;
}

/** Two independent raters with the same share of ones: kappa is 0. */
function printKappa(share: number, n: number, studies: number): void {
  const random = seededRandom(`${seed}/kappa/${share}/${n}`);
  const rater = () => Array.from({ length: n }, () => Number(random.next() < share));
  const regime = `${n} items, share of ones ${share}, kappa 0`;
  console.log(
    `| kappa, goodness of fit | ${regime} | ${coverage(studies, () => kappaGoodnessOfFit(rater(), rater()), 0)} |`,
  );
  console.log(`| kappa, large sample | ${regime} | ${coverage(studies, () => kappaInterval(rater(), rater()), 0)} |`);
}

/** Two raters with the same share of ones and this kappa: the interval as shown on pages, with its number of studies. */
function printShownKappa(share: number, kappa: number, n: number, studies: number): void {
  const random = seededRandom(`${seed}/shown-kappa/${share}/${kappa}/${n}`);
  const bothOne = share * share + kappa * share * (1 - share);
  const onlyOne = share - bothOne;
  const shown = () => {
    const drawn = Array.from({ length: n }, () => random.next());
    return checkedKappaLimits(
      kappaOfPair(
        drawn.map((value) => Number(value < share)),
        drawn.map((value) => Number(value < bothOne || (value >= share && value < share + onlyOne))),
      ),
    );
  };
  console.log(
    `| kappa, as shown | ${n} items, share of ones ${share}, kappa ${kappa} | ${coverage(studies, shown, kappa)} |`,
  );
}

/** Differences between -1 and 1 whose story means are symmetric about 0. */
function printSizes(stories: number, studies: number): void {
  const random = seededRandom(`${seed}/size/${stories}`);
  const ids = Array.from({ length: stories * itemsOfStory }, (_, index) => Math.floor(index / itemsOfStory));
  let byT = 0;
  let byPatterns = 0;
  for (let study = 0; study < studies; study += 1) {
    const effects = Array.from({ length: stories }, () => 0.15 * normal(random));
    const right = (story: number, sign: number) =>
      Number(random.next() < Math.min(1, Math.max(0, 0.7 + sign * effects[story]!)));
    const values = ids.map((story) => right(story, 1) - right(story, -1));
    const estimate = clusteredEstimate(values, [{ one: "story", many: "stories", ids }], { range: [-1, 1] });
    if ((testEstimate(estimate)?.pvalue ?? 1) <= 0.05) byT += 1;
    if ((signPatterns(values, ids)?.pvalue ?? 1) <= 0.05) byPatterns += 1;
  }
  const size = (count: number) => `${((100 * count) / studies).toFixed(1)}%`;
  console.log(`| paired t, CR2 | ${stories} | ${size(byT)} |`);
  if (stories <= 12) console.log(`| all sign patterns | ${stories} | ${size(byPatterns)} |`);
}

function scoreOf(right: number, n: number): number {
  return right * 2 === n ? 0.5 : Number(right * 2 > n);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** A standard normal number (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
