import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { correlation } from "../agreement/distribution-agreement.ts";
import { clusteredCorrelation } from "./clustered-correlation.ts";

/** The given number of stories with six pairs each, which share a story effect. */
function pairsOf(stories: number, seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: stories }, (_, story) => {
    const own = random.next();
    return Array.from({ length: 6 }, () => ({ a: own + random.next() / 4, b: own + random.next() / 4, story }));
  }).flat();
}
const columns = (rows: ReturnType<typeof pairsOf>) =>
  [rows.map(({ a }) => a), rows.map(({ b }) => b), rows.map(({ story }) => story)] as const;

describe("a correlation of pairs that are alike within clusters", () => {
  it("is the plain one, between its limits, whatever the order of rows and the names of clusters", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 20 }), fc.integer(), (stories, seed) => {
        const rows = pairsOf(stories, seed);
        const found = clusteredCorrelation(...columns(rows));
        expect(found.value).toBe(correlation(columns(rows)[0], columns(rows)[1]));
        expect(found.low!).toBeLessThan(found.value!);
        expect(found.high!).toBeGreaterThan(found.value!);
        const [a, b, ids] = columns(rows.toReversed());
        const again = clusteredCorrelation(
          b,
          a,
          ids.map((id) => `story ${id}`),
        );
        expect(again.low).toBeCloseTo(found.low!, 9);
        expect(again.high).toBeCloseTo(found.high!, 9);
      }),
      { numRuns: 30 },
    );
  });

  it("does not change when every pair stands twice in its cluster, as if nothing had been added", () => {
    const rows = pairsOf(8, 3);
    const once = clusteredCorrelation(...columns(rows));
    const twice = clusteredCorrelation(...columns([...rows, ...rows]));
    expect(twice.low).toBeCloseTo(once.low!, 9);
    expect(twice.high).toBeCloseTo(once.high!, 9);
  });

  it("has no limits for one cluster or a constant side", () => {
    expect(clusteredCorrelation([1, 2, 3], [1, 3, 2], ["x", "x", "x"])).toMatchObject({ low: null, high: null });
    expect(clusteredCorrelation([1, 1, 1], [1, 3, 2], ["x", "y", "z"])).toMatchObject({ value: null, low: null });
    expect(() => clusteredCorrelation([1], [1, 2], ["x"])).toThrow(RangeError);
  });
});
