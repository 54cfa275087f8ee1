import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { agreeingWithOthers, halfMeans, halvesAgreement } from "./plurality-agreement.ts";
import { splitHalfAgreement } from "./split-half-agreement.ts";

describe("agreement of people on any number of options", () => {
  it("counts who agrees with the most frequent answer of the others; a tie shares the point", () => {
    expect(agreeingWithOthers([3, 1, 1])).toBe(3);
    // Each of two against 2 left of the other: wrong; equal counts tie only without the person.
    expect(agreeingWithOthers([2, 2])).toBe(0);
    expect(agreeingWithOthers([2, 1])).toBe(2 * 0.5);
    expect(agreeingWithOthers([1, 1, 1])).toBe(0);
  });

  it("is close to the exact expectation over all halves for two options", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (right, wrong) => {
        const exact = splitHalfAgreement([{ nTrue: right, nFalse: wrong }]).agreement!;
        expect(Math.abs(halvesAgreement([right, wrong])! - exact)).toBeLessThan(0.15);
      }),
    );
    expect(halvesAgreement([8, 0, 0])).toBe(1);
    expect(halvesAgreement([1, 0])).toBeNull();
  });

  it("averages the ratings of two halves", () => {
    const means = halfMeans([0, 2, 2], [1, 2, 3], seededRandom("1"))!;
    expect(means[0] + means[1]).toBeCloseTo(5, 12);
    expect(halfMeans([1, 0], [1, 2], seededRandom("1"))).toBeNull();
  });
});
