import { type Random, seededRandom } from "../../lib/domain/random.ts";
import { logistic, normal } from "../coverage-regimes.ts";

export interface Limits {
  low: number | null;
  high: number | null;
}

/** One kind of interval under one regime: simulated studies of known structure, and the value that they estimate. */
export interface IntervalRegime {
  kind: string;
  regime: string;
  /** Number of simulated studies as a share of the requested number; default 1. */
  share?: number;
  /** The true value; computed from many draws if it has no formula. */
  truth: number | ((random: Random) => number);
  limits: (random: Random) => Limits;
}

/** One kind of test under one regime in which its null hypothesis is true. */
export interface TestRegime {
  kind: string;
  regime: string;
  share?: number;
  p: (random: Random) => number | null;
}

const seed = "coverage-kinds-2026";

/** Prints the share of studies whose nominal 95% limits contain the truth, among those that have limits. */
export function printCoverage(regimes: readonly IntervalRegime[], studies: number): void {
  console.log("\n| interval | regime | coverage of 95% | studies with an interval |\n| --- | --- | --- | --- |");
  for (const { kind, regime, share = 1, truth: given, limits } of regimes) {
    const random = seededRandom(`${seed}/${kind}/${regime}`);
    const truth = typeof given === "number" ? given : given(random);
    const count = Math.ceil(share * studies);
    const found = Array.from({ length: count }, () => unlessRefused(() => limits(random))).filter(isKnown);
    const hits = found.filter(({ low, high }) => low <= truth && truth <= high).length;
    console.log(`| ${kind} | ${regime} | ${percent(hits, found.length)} | ${found.length} of ${count} |`);
  }
}

/** Prints how often a test is significant at 5% although its null hypothesis is true; an undefined test is not. */
export function printSizes(regimes: readonly TestRegime[], studies: number): void {
  console.log("\n| test | regime, null hypothesis true | size at 5% | studies |\n| --- | --- | --- | --- |");
  for (const { kind, regime, share = 1, p } of regimes) {
    const random = seededRandom(`${seed}/size/${kind}/${regime}`);
    const count = Math.ceil(share * studies);
    const significant = Array.from({ length: count }, () => unlessRefused(() => p(random))).filter(
      (one) => one !== null && one <= 0.05,
    );
    console.log(`| ${kind} | ${regime} | ${percent(significant.length, count)} | ${count} |`);
  }
}

/** Null for data that a method refuses, such as a model that is always right. */
function unlessRefused<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function isKnown(limits: Limits | null): limits is { low: number; high: number } {
  return limits !== null && limits.low !== null && limits.high !== null;
}

function percent(count: number, n: number): string {
  return n === 0 ? "none" : `${((100 * count) / n).toFixed(1)}%`;
}

/** Answers of people to items of stories: right 1, wrong 0. */
export interface Answers {
  values: number[];
  people: number[];
  items: number[];
  stories: number[];
}

export interface Structure {
  people: number;
  stories: number;
  itemsOfStory: number;
  /** Log odds of a correct answer to an average item by an average person. */
  base: number;
  storySd: number;
  itemSd: number;
  personSd: number;
}

/** The usual structure of these regimes. */
export const usual: Structure = {
  people: 40,
  stories: 20,
  itemsOfStory: 2,
  base: 1,
  storySd: 0.6,
  itemSd: 0.4,
  personSd: 0.6,
};

/** Draws new stories, items, people and their answers to all items. */
export function drawAnswers(structure: Structure, random: Random): Answers {
  const { stories, itemsOfStory, people, base } = structure;
  const ofStories = effects(stories, structure.storySd, random);
  const ofItems = effects(stories * itemsOfStory, structure.itemSd, random);
  const ofPeople = effects(people, structure.personSd, random);
  const drawn: Answers = { values: [], people: [], items: [], stories: [] };
  for (const [person, ability] of ofPeople.entries())
    for (const [item, easiness] of ofItems.entries()) {
      const story = Math.floor(item / itemsOfStory);
      drawn.values.push(coin(base + ability + easiness + ofStories[story]!, random));
      drawn.people.push(person);
      drawn.items.push(item);
      drawn.stories.push(story);
    }
  return drawn;
}

export function effects(count: number, deviation: number, random: Random): number[] {
  return Array.from({ length: count }, () => deviation * normal(random));
}

/** 1 with the probability of these log odds, otherwise 0. */
export function coin(logit: number, random: Random): number {
  return Number(random.next() < logistic(logit));
}

export function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/** The expected share of correct answers if the log odds are normally distributed around `base`. */
export function expectedShare(base: number, deviation: number, random: Random): number {
  return mean(Array.from({ length: 200_000 }, () => logistic(base + deviation * normal(random))));
}

/** The mean of a statistic over many simulated studies, for a true value without a formula. */
export function expected(statistic: (random: Random) => number | null, draws = 2_000): (random: Random) => number {
  return (random) => mean(Array.from({ length: draws }, () => statistic(random)).filter((value) => value !== null));
}
