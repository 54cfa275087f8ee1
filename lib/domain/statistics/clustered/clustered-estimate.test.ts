import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Random, seededRandom } from "../../random.ts";
import { studentQuantile } from "../basics/distributions.ts";
import { pairedDifferenceTest } from "../differences/paired-difference-test.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { shareLimits } from "./cluster-robust-mean.ts";
import { type Clustering, clusteredEstimate, describePopulation, testEstimate } from "./clustered-estimate.ts";
import { countRarer, findApproximateNote, findIntervalNote } from "./interval-note.ts";
import { twoWayMean } from "./two-way-clustered-values.ts";

const stories = (ids: readonly number[]): Clustering => ({ one: "story", many: "stories", ids });
const people = (ids: readonly number[]): Clustering => ({ one: "person", many: "people", ids });
const cycle = (n: number, size: number) => Array.from({ length: n }, (_, index) => index % size);
const share = { range: [0, 1] as const, unit: "cells" };

describe("an estimate over clusters", () => {
  const values = [1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1];

  it("is CR2 over one kind of clusters from five of them on", () => {
    const estimate = clusteredEstimate(values, [stories(cycle(14, 7))]);
    const zeros = values.map(() => 0);
    expect(estimate).toMatchObject({ basis: "clusters", reason: null, clusters: [{ many: "stories", count: 7 }] });
    expect(estimate.low).toBeCloseTo(pairedDifferenceTest(values, zeros, cycle(14, 7)).low!, 12);
    expect(testEstimate(estimate)?.pvalue).toBeCloseTo(pairedDifferenceTest(values, zeros, cycle(14, 7)).pvalue!, 12);
    expect(describePopulation(estimate, "cells")).toBe(
      "The interval generalises to new stories like these (7 stories). It is approximate: with so few clusters, 93 to 99% of such 95% intervals covered the true value in 1,000 simulated studies.",
    );
    const many = clusteredEstimate([...values, ...values], [stories(cycle(28, 12))]);
    expect(describePopulation(many, "cells")).toBe("The interval generalises to new stories like these (12 stories).");
  });

  it("has limits on the logit scale for a share, also for values of one each", () => {
    const { value, se, df, low, high } = clusteredEstimate(values, [stories(cycle(14, 7))], share);
    const logit = (p: number) => Math.log(p / (1 - p));
    const half = (-studentQuantile(0.025, df!) * se!) / (value! * (1 - value!));
    expect(logit(low!)).toBeCloseTo(logit(value!) - half, 12);
    expect(logit(high!)).toBeCloseTo(logit(value!) + half, 12);
    const fractions = values.map((one, index) => (one + (index % 3)) / 3);
    expect(clusteredEstimate(fractions, [], share)).toMatchObject({ basis: "items", high: expect.closeTo(0.7, 2) });
    expect(() => shareLimits({ estimate: 1, se: 0.1, df: 5 }, 0.95)).toThrow(RangeError);
  });

  it.each([
    [7, 2],
    [10, 3],
    [20, 2],
    [20, 3],
  ])("covers the true share in 93%% or more of studies with %i stories at a high accuracy", (count, base) => {
    const random = seededRandom(`shares of ${count} stories at ${base}`);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const rate = () => 1 / (1 + Math.exp(-base - 0.8 * normal()));
    const rates = Array.from({ length: 40_000 }, rate);
    const truth = rates.reduce((sum, one) => sum + one, 0) / rates.length;
    const ids = cycle(count * 8, count);
    let held = 0;
    for (let study = 0; study < 400; study += 1) {
      const own = Array.from({ length: count }, rate);
      const { low, high } = clusteredEstimate(
        ids.map((story) => Number(random.next() < own[story]!)),
        [stories(ids)],
        share,
      );
      if (low! <= truth && truth <= high!) held += 1;
    }
    expect(held / 400).toBeGreaterThanOrEqual(0.93);
  });

  it("gives no interval over four stories, says why, and takes items as independent instead", () => {
    const estimate = clusteredEstimate(values, [stories(cycle(14, 4))], share);
    expect(estimate).toMatchObject({ basis: "items", clusters: [] });
    expect(estimate.reason).toBe(
      "With 4 stories there is no interval for new stories (at least 5 are needed); cells are treated as independent instead.",
    );
    expect(estimate.high! - estimate.low!).toBeLessThan(1);
  });

  it("is two-way over two kinds, and one-way with a reason where one kind has too few", () => {
    const both = clusteredEstimate(values, [stories(cycle(14, 5)), people(cycle(14, 7))]);
    expect(both.basis).toBe("two-way");
    expect(both.low).toBeCloseTo(twoWayMean(values, cycle(14, 5), cycle(14, 7)).low!, 12);
    const one = clusteredEstimate(values, [stories(cycle(14, 7)), people(cycle(14, 2))]);
    expect(one.basis).toBe("clusters");
    expect(one.reason).toContain("With 2 people the interval does not generalise to new people");
  });

  it("never prints 100 to 100: agreement has the limits of as many answers as clusters", () => {
    const all = clusteredEstimate(new Array(20).fill(1), [stories(cycle(20, 5))], share);
    const { low } = wilsonInterval(5, 5);
    expect(all).toMatchObject({ basis: "wilson", low, high: 1, value: 1 });
    const flat = clusteredEstimate(new Array(10).fill(0), [stories(cycle(10, 5))]);
    expect(flat).toMatchObject({ low: null, high: null, basis: null });
    expect(flat.reason).toContain("no spread");
    expect(testEstimate(flat)).toBeNull();
  });

  it("is not tested where values are too few for an interval", () => {
    const three = clusteredEstimate([0.5, 0.25, 0.75], [people([0, 1, 2])], { range: [-1, 1], unit: "answers" });
    expect(three).toMatchObject({ n: 3, value: 0.5, low: null, basis: null });
    expect(testEstimate(three)).toBeNull();
  });

  it("ignores clusters of one value each and has nothing to say without values", () => {
    expect(clusteredEstimate(values, [stories(cycle(14, 14))]).basis).toBe("items");
    expect(clusteredEstimate([], [], share)).toMatchObject({
      value: null,
      basis: null,
      reason: "There are no answers.",
    });
    const { low, high } = wilsonInterval(1, 2);
    expect(clusteredEstimate([1, 0], [], share)).toMatchObject({ value: 0.5, low, high, basis: "items" });
    expect(clusteredEstimate([1, -1, 0], [])).toMatchObject({
      low: null,
      reason: "3 items are too few for an interval.",
    });
  });

  it("has an interval or a reason, inside its range and around its value, whatever the data", () => {
    const row = fc.record({ value: fc.constantFrom(0, 0.5, 1), story: fc.nat(8), person: fc.nat(8) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const { low, high, value, reason } = clusteredEstimate(
          rows.map((one) => one.value),
          [stories(rows.map((one) => one.story)), people(rows.map((one) => one.person))],
          share,
        );
        if (low === null || high === null) expect(reason).not.toBeNull();
        else {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(low).toBeLessThanOrEqual(value!);
          expect(high).toBeGreaterThanOrEqual(value!);
          expect(high).toBeGreaterThan(low);
        }
      }),
    );
  });
});

describe("a difference from a model with few wrong or few right answers", () => {
  const of = (rarer: number | undefined, count = 40): Parameters<typeof describePopulation>[0] => ({
    basis: "clusters",
    clusters: [{ one: "story", many: "stories", count }],
    ...(rarer !== undefined && { rarer }),
  });

  it("is approximate below five of them, with any number of stories, in note and sentence", () => {
    const said =
      "Approximate: with fewer than 5 wrong (or right) answers of the model, 65 to 96% of such intervals contain the true difference.";
    expect([of(4), of(0), of(4, 7)].map(findApproximateNote)).toEqual([said, said, said]);
    expect([of(5), of(undefined)].map(findApproximateNote)).toEqual([null, null]);
    expect(findApproximateNote(of(5, 7))).toContain("93 to 99%");
    expect(findApproximateNote({ ...of(4), basis: null })).toBeNull();
    expect(describePopulation(of(4), "cells")).toBe(
      `The interval generalises to new stories like these (40 stories). ${said}`,
    );
    expect(describePopulation(of(5), "cells")).not.toContain("pproximate");
    expect(findIntervalNote({ ...of(4), reason: "One reason." })).toBe(`One reason. ${said}`);
    expect(findIntervalNote({ ...of(5), reason: null })).toBeNull();
    expect([countRarer([1, 1, 0.5, 0]), countRarer([0, 0, 1]), countRarer([])]).toEqual([1.5, 1, 0]);
  });

  // 600 studies take about two seconds; `npm run bench:coverage` has more regimes.
  it.each([7, 20])("covers as it says: %i stories of two items, 40 people", (count) => {
    const random = seededRandom(`rarer/${count}`);
    const tally = { approximate: [0, 0], stated: [0, 0] };
    const truth = shareOf(2, 0.94, random) - shareOf(2.5, 0.72, random);
    for (let study = 0; study < 300; study += 1) {
      const { low, high, rarer } = simulatedDifference(count, random);
      if (low === null || high === null) continue;
      const group = tally[findApproximateNote(of(rarer)) === null ? "stated" : "approximate"];
      group[0]! += Number(low <= truth && truth <= high);
      group[1]! += 1;
    }
    const rate = ([covered = 0, shown = 0]: number[]) => covered / shown;
    if (count === 7) {
      expect(tally.approximate[1]).toBeGreaterThan(250);
      expect(rate(tally.approximate)).toBeGreaterThan(0.65);
      expect(rate(tally.approximate)).toBeLessThan(0.93);
    } else {
      expect(tally.stated[1]).toBeGreaterThan(30);
      expect(rate(tally.stated)).toBeGreaterThanOrEqual(0.93);
    }
  });
});

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
const isRight = (logit: number, random: Random) => Number(random.next() < 1 / (1 + Math.exp(-logit)));

/** The expected share of right answers at normally distributed log odds. */
function shareOf(base: number, deviation: number, random: Random): number {
  let sum = 0;
  for (let draw = 0; draw < 100_000; draw += 1) sum += 1 / (1 + Math.exp(-(base + deviation * normal(random))));
  return sum / 100_000;
}

/** Forty people minus a model on two items of each story, over people and stories. */
function simulatedDifference(count: number, random: Random) {
  const effects = (n: number, deviation: number) => Array.from({ length: n }, () => deviation * normal(random));
  const [ofStories, ofItems, ofPeople] = [effects(count, 0.6), effects(2 * count, 0.4), effects(40, 0.6)];
  const ofModel = effects(count, 0.6);
  const model = ofItems.map((_, item) => isRight(2.5 + ofModel[item >> 1]! + 0.4 * normal(random), random));
  const rows = ofPeople.flatMap((ability, person) =>
    ofItems.map((easiness, item) => ({
      person,
      story: item >> 1,
      value: isRight(2 + ability + easiness + ofStories[item >> 1]!, random) - model[item]!,
    })),
  );
  const kinds = [people(rows.map(({ person }) => person)), stories(rows.map(({ story }) => story))];
  return {
    ...clusteredEstimate(
      rows.map(({ value }) => value),
      kinds,
      { range: [-1, 1] },
    ),
    rarer: countRarer(model),
  };
}
