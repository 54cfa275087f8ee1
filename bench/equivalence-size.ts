import { type Random, seededRandom } from "../lib/domain/random.ts";
import { equivalenceErrorRates } from "../lib/domain/statistics/clustered/equivalence-error-rates.ts";
import { equivalenceTest } from "../lib/domain/statistics/differences/equivalence-test.ts";

const itemsOfStory = 20;
const margin = 0.1;

interface Regime {
  name: string;
  /** Probability of a correct answer of people and of the model to the items of one story. */
  story: (random: Random) => { people: number; model: number };
}

/** Both have a true difference of the margin. */
const regimes: Regime[] = [
  {
    name: "the model fails on one story in five",
    story: (random) => ({ people: 0.95, model: random.next() < 0.2 ? 0.45 : 0.95 }),
  },
  {
    name: "story differences are normal",
    story: (random) => ({ people: 0.8, model: Math.min(1, Math.max(0, 0.7 + 0.15 * normal(random))) }),
  },
];

/**
 * Prints the size of the equivalence test at the margin, by regime and number of stories, next to the table in the
 * code.
 */
export function printEquivalenceSizes(
  studies: number,
  numbers = [5, 7, ...equivalenceErrorRates.map(({ stories }) => stories)],
) {
  console.log(`\n| equivalence at the margin | ${numbers.map((stories) => `${stories} stories`).join(" | ")} |`);
  console.log(`| --- |${" --- |".repeat(numbers.length)}`);
  for (const regime of regimes) {
    const sizes = numbers.map((stories) => `${(100 * sizeOf(regime, stories, studies)).toFixed(1)}%`);
    console.log(`| ${regime.name} | ${sizes.join(" | ")} |`);
  }
  const stated = numbers.map((stories) => equivalenceErrorRates.find((entry) => entry.stories === stories)?.errorRate);
  console.log(
    `| in the code | ${stated.map((size) => (size === undefined ? "refused" : `${(100 * size).toFixed(1)}%`)).join(" | ")} |`,
  );
}

/** The share of studies in which a model at the margin is called equivalent, at a nominal 5%. */
export function sizeOf({ name, story }: Regime, stories: number, studies: number): number {
  const random = seededRandom(`equivalence/${name}/${stories}`);
  let found = 0;
  for (let study = 0; study < studies; study += 1) {
    const [model, people, clusters]: number[][] = [[], [], []];
    for (let cluster = 0; cluster < stories; cluster += 1) {
      const chance = story(random);
      for (let item = 0; item < itemsOfStory; item += 1) {
        model!.push(Number(random.next() < chance.model));
        people!.push(Number(random.next() < chance.people));
        clusters!.push(cluster);
      }
    }
    if (equivalenceTest(model!, people!, clusters!, margin, 0.05).equivalent) found += 1;
  }
  return found / studies;
}

/** A standard normal number (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
