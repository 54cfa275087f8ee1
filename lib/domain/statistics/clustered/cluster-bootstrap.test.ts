import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { clusterBootstrap, pairedClusterBootstrap } from "./cluster-bootstrap.ts";
import { clusteredMean } from "./clustered-mean.ts";

const values = [0.2, 0.9, 0.4, 0.7, 0.1, 0.8, 0.3, 0.6, 1, 0, 0.5, 0.45];
const pairsOfStories = values.map((_, index) => `story ${Math.floor(index / 2)}`);
const own = values.map((_, index) => index);

function run(clusters: readonly (string | number)[], resamples = 4000, confidence = 0.95, seed = "bootstrap") {
  return clusterBootstrap(values, clusters, { resamples, confidence, random: seededRandom(seed) });
}

describe("the cluster bootstrap", () => {
  it("gives the same result for the same seed and another for another", () => {
    expect(run(own)).toEqual(run(own));
    expect(run(own)).not.toEqual(run(own, 4000, 0.95, "other"));
  });

  it("centres on the estimate and tends to the clustered error without its small-sample correction", () => {
    for (const clusters of [own, pairsOfStories]) {
      const { se, estimate } = run(clusters);
      const { seCR0, mean } = clusteredMean(values, clusters);
      expect(estimate).toBeCloseTo(mean!, 12);
      // The standard error of a standard deviation from B draws is about se / sqrt(2B).
      expect(Math.abs(se! - seCR0!)).toBeLessThan((4 * seCR0!) / Math.sqrt(2 * 4000));
    }
  });

  it("has limits inside the data that widen with the level", () => {
    const [narrow, wide] = [run(own, 2000, 0.8), run(own, 2000, 0.99)];
    expect(wide.low!).toBeLessThanOrEqual(narrow.low!);
    expect(wide.high!).toBeGreaterThanOrEqual(narrow.high!);
    expect(wide.low!).toBeGreaterThanOrEqual(Math.min(...values));
    expect(wide.high!).toBeLessThanOrEqual(Math.max(...values));
  });

  it("has no width when all values are equal, whatever they are", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 9 }), (value, n) => {
        const same = new Array<number>(n).fill(value);
        const result = clusterBootstrap(
          same,
          same.map((_, index) => index % 4),
          { resamples: 20, random: seededRandom(n) },
        );
        expect(result).toMatchObject({ estimate: value, se: 0, low: value, high: value });
      }),
    );
  });

  it("draws whole clusters: with one cluster every resample is the data", () => {
    expect(run(values.map(() => "story"))).toMatchObject({ se: 0, nClusters: 1 });
  });

  it("does not depend on the order of the items, within its own error", () => {
    const turned = clusterBootstrap(values.toReversed(), pairsOfStories.toReversed(), {
      resamples: 4000,
      random: seededRandom("turned"),
    });
    const { se, low, estimate } = run(pairsOfStories);
    expect(turned.estimate).toBeCloseTo(estimate!, 12);
    expect(Math.abs(turned.se! - se!)).toBeLessThan((6 * se!) / Math.sqrt(2 * 4000));
    expect(Math.abs(turned.low! - low!)).toBeLessThan(se! / 4);
  });

  it("mirrors when the sides of a paired comparison change places", () => {
    const b = values.toReversed();
    const options = () => ({ resamples: 500, random: seededRandom("mirror") });
    const forth = pairedClusterBootstrap(values, b, pairsOfStories, options());
    const back = pairedClusterBootstrap(b, values, pairsOfStories, options());
    expect(back.estimate).toBeCloseTo(-forth.estimate!, 12);
    expect(back.se).toBeCloseTo(forth.se!, 12);
    expect(back.low).toBeCloseTo(-forth.high!, 12);
    expect(back.high).toBeCloseTo(-forth.low!, 12);
  });

  it("says nothing without values and refuses to draw nothing", () => {
    expect(clusterBootstrap([], [], { resamples: 10, random: seededRandom(1) })).toMatchObject({
      estimate: null,
      se: null,
    });
    expect(() => run(own, 0)).toThrow(RangeError);
  });
});
