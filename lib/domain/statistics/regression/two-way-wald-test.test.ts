import { expect, it } from "vitest";
import { type Random, seededRandom } from "../../random.ts";
import { clusteredRegression, waldTest } from "./clustered-regression.ts";
import { twoWayWaldTest } from "./two-way-wald-test.ts";

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** Three groups of 20, 12 and 8 people who do not differ, on 20 stories. */
function simulated(random: Random) {
  const ofStories = Array.from({ length: 20 }, () => 0.6 * normal(random));
  const rows = Array.from({ length: 40 }, (_, person) => ({ person, ability: 0.6 * normal(random) })).flatMap(
    ({ person, ability }) =>
      ofStories.map((easiness, story) => ({
        person,
        story,
        x: [1, Number(person >= 20 && person < 32), Number(person >= 32)],
        y: Number(random.next() < 1 / (1 + Math.exp(-1 - ability - easiness))),
      })),
  );
  const of = <Value>(get: (row: (typeof rows)[number]) => Value) => rows.map(get);
  return {
    y: of(({ y }) => y),
    x: of(({ x }) => x),
    people: of(({ person }) => person),
    stories: of(({ story }) => story),
  };
}

it("has the largest p of the two-way test and those over each kind, and is the usual test over one kind", () => {
  const { y, x, people, stories } = simulated(seededRandom("three groups"));
  const pOver = (...kinds: number[][]) => waldTest(clusteredRegression(y, x, kinds)!, [1, 2])!.pvalue;
  expect(twoWayWaldTest(y, x, [people, stories], [1, 2])?.pvalue).toBe(
    Math.max(pOver(people, stories), pOver(people), pOver(stories)),
  );
  expect(twoWayWaldTest(y, x, [people], [1, 2])?.pvalue).toBe(pOver(people));
  expect(twoWayWaldTest(y, x, [people, people.map(() => 0)], [1, 2])).toBeNull();
});

// Seconds; `npm run bench:coverage` has more regimes.
it("is significant in about 5% of studies without a difference; the two-way test alone in more", () => {
  const random = seededRandom("size of three groups");
  const studies = 400;
  let [cautious, alone] = [0, 0];
  for (let study = 0; study < studies; study += 1) {
    const { y, x, people, stories } = simulated(random);
    cautious += Number((twoWayWaldTest(y, x, [people, stories], [1, 2])?.pvalue ?? 1) <= 0.05);
    const fit = clusteredRegression(y, x, [people, stories]);
    alone += Number(((fit && waldTest(fit, [1, 2])?.pvalue) ?? 1) <= 0.05);
  }
  expect(cautious / studies).toBeLessThan(0.075);
  expect(alone).toBeGreaterThan(cautious);
});
