import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { normalQuantile } from "../basics/distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import { groupSequentialBoundaries, spendingFunctions } from "./group-sequential-boundaries.ts";

describe("group sequential boundaries", () => {
  it("are the published ones for four equal looks", () => {
    const z = (spending: (typeof spendingFunctions)[number]) =>
      groupSequentialBoundaries([0.25, 0.5, 0.75, 1], 0.05, spending).looks.map((look) => look.z);
    expect(z("obrien_fleming").map((value) => value.toFixed(5))).toEqual(["4.33263", "2.96313", "2.35904", "2.01409"]);
    expect(z("pocock").map((value) => value.toFixed(5))).toEqual(["2.36833", "2.36752", "2.35817", "2.35003"]);
  });

  it("spend the whole of alpha at the end and no more in between", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }),
        fc.constantFrom(...spendingFunctions),
        fc.constantFrom(0.01, 0.05, 0.2),
        (percents, spending, alpha) => {
          const fractions = [...percents.sort((a, b) => a - b).map((percent) => percent / 100), 1];
          const { looks } = groupSequentialBoundaries(fractions, alpha, spending);
          expect(looks.at(-1)!.spent).toBeCloseTo(alpha, 12);
          expect(looks.reduce((sum, look) => sum + look.increment, 0)).toBeCloseTo(alpha, 12);
          // A single look rejects more often than it does as the first of several.
          for (const look of looks) expect(look.pNominal).toBeGreaterThanOrEqual(look.increment * (1 - 1e-9));
        },
      ),
      { numRuns: 15 },
    );
  });

  it("is the ordinary test with one look", () => {
    expect(groupSequentialBoundaries([1], 0.1, "pocock").looks[0]!.z).toBeCloseTo(-normalQuantile(0.05), 12);
  });

  it("hold alpha over simulated Brownian paths", () => {
    const fractions = [0.2, 0.5, 0.6, 1];
    const { looks } = groupSequentialBoundaries(fractions, 0.05, "pocock");
    const random = seededRandom("sequential-2026");
    const paths = 40_000;
    let crossed = 0;
    for (let path = 0; path < paths; path += 1) {
      let [value, before] = [0, 0];
      for (const { fraction, z } of looks) {
        value += Math.sqrt(fraction - before) * normalQuantile(Math.max(1e-12, random.next()));
        before = fraction;
        if (Math.abs(value) / Math.sqrt(fraction) >= z) {
          crossed += 1;
          break;
        }
      }
    }
    // Three Monte Carlo standard errors.
    expect(Math.abs(crossed / paths - 0.05)).toBeLessThan(3 * Math.sqrt((0.05 * 0.95) / paths));
  });

  it("never reject at a look so early that nothing is spent", () => {
    expect(groupSequentialBoundaries([0.001, 1], 0.05, "obrien_fleming").looks[0]).toMatchObject({
      z: Number.POSITIVE_INFINITY,
      pNominal: 0,
    });
  });
});

describe("the Gauss-Legendre rule", () => {
  it("integrates polynomials up to degree 2n - 1 exactly", () => {
    const { nodes, weights } = gaussLegendre(16);
    for (const degree of [0, 1, 2, 15, 30, 31]) {
      const sum = nodes.reduce((total, node, index) => total + weights[index]! * node ** degree, 0);
      expect(sum).toBeCloseTo(degree % 2 === 0 ? 2 / (degree + 1) : 0, 13);
    }
  });
});
