import { type Random, seededRandom } from "../lib/domain/random.ts";
import { type Clustering, clusteredEstimate } from "../lib/domain/statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../lib/domain/statistics/clustered/interval-note.ts";
import { agreementIntervals } from "./coverage/agreement-intervals.ts";
import { answerIntervals } from "./coverage/answer-intervals.ts";
import { furtherIntervals } from "./coverage/further-intervals.ts";
import { printCoverage, printSizes } from "./coverage/regimes.ts";
import { scaleIntervals } from "./coverage/scale-intervals.ts";
import { testSizes } from "./coverage/test-sizes.ts";
import { logistic, normal, printRegimes } from "./coverage-regimes.ts";
import { printEquivalenceSizes } from "./equivalence-size.ts";

/**
 * How often nominal 95% intervals hold the truth, and how often tests at 5% are significant although their null hypothesis is
 * true, over simulated studies of known structure. Prints Markdown tables: the intervals of means and shares, majorities, kappa
 * and equivalence first, then every other kind that the product shows. Given texts choose kinds by their names among the latter.
 */
const studies = 1_000;
const asked = process.argv.slice(2);
const seed = "coverage-2026";

interface Kind {
  name: string;
  stories: number;
  people: number;
  /** Standard deviations of the effects on the logit scale. */
  story: number;
  item: number;
  person: number;
}

const kinds: Kind[] = [7, 40].flatMap((stories) => [
  { name: "story effects, one person an item", stories, people: 0, story: 0.8, item: 0, person: 0 },
  { name: "story and item effects, one person an item", stories, people: 0, story: 0.6, item: 0.8, person: 0 },
  { name: "person effects, several answers a person", stories, people: 40, story: 0, item: 0, person: 0.8 },
  { name: "story, item and person effects", stories, people: 40, story: 0.6, item: 0.6, person: 0.6 },
]);

const itemsOfStory = 8;

if (asked.length === 0) {
  printMeans();
  printEquivalenceSizes(2 * studies);
  printRegimes(studies);
}
const isAsked = ({ kind }: { kind: string }) => asked.length === 0 || asked.some((text) => kind.includes(text));
printCoverage(
  [...answerIntervals, ...agreementIntervals, ...scaleIntervals, ...furtherIntervals].filter(isAsked),
  studies,
);
printSizes(testSizes.filter(isAsked), studies);

function printMeans(): void {
  console.log("| effects | stories | people | coverage of 95% | label |\n| --- | --- | --- | --- | --- |");
  for (const kind of kinds) {
    const random = seededRandom(`${seed}/${kind.name}/${kind.stories}`);
    const truth = meanOf(Array.from({ length: 200_000 }, () => logistic(1 + totalEffect(kind, random))));
    let held = 0;
    let counted = 0;
    let label = "as stated";
    for (let study = 0; study < studies; study += 1) {
      const estimate = estimateOf(simulate(kind, random));
      const { low, high } = estimate;
      if (findApproximateNote(estimate)) label = "approximate";
      if (low === null || high === null) continue;
      counted += 1;
      if (low <= truth && truth <= high) held += 1;
    }
    const coverage = ((100 * held) / counted).toFixed(1);
    console.log(`| ${kind.name} | ${kind.stories} | ${kind.people || "–"} | ${coverage}% | ${label} |`);
  }
  console.log(`\n${studies} simulated studies each, ${itemsOfStory} items a story, seed "${seed}".`);
}

interface Answers {
  values: number[];
  clusterings: Clustering[];
}

/** Items of a story are answered by new people, or every person answers a fifth of all items. */
function simulate(kind: Kind, random: Random): Answers {
  const ofStories = effects(kind.stories, kind.story, random);
  const ofItems = effects(kind.stories * itemsOfStory, kind.item, random);
  const ofPeople = effects(Math.max(1, kind.people), kind.person, random);
  const values: number[] = [];
  const stories: number[] = [];
  const people: number[] = [];
  ofItems.forEach((item, index) => {
    const story = index % kind.stories;
    ofPeople.forEach((person, who) => {
      if (kind.people > 0 && (index + who) % 5 !== 0) return;
      values.push(Number(random.next() < logistic(1 + ofStories[story]! + item + person)));
      stories.push(story);
      people.push(who);
    });
  });
  const byStory = { one: "story", many: "stories", ids: stories };
  const byPerson = { one: "person", many: "people", ids: people };
  return { values, clusterings: kind.people > 0 ? [byStory, byPerson] : [byStory] };
}

function estimateOf({ values, clusterings }: Answers) {
  return clusteredEstimate(values, clusterings, { range: [0, 1], unit: "answers" });
}

function totalEffect({ story, item, person }: Kind, random: Random): number {
  return story * normal(random) + item * normal(random) + person * normal(random);
}

function effects(count: number, deviation: number, random: Random): number[] {
  return Array.from({ length: count }, () => deviation * normal(random));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
