import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { meanRankMonteCarlo } from "./mean-rank-monte-carlo.ts";
import { meanRankPermutation } from "./mean-rank-permutation.ts";

const score = fc.constantFrom(0.1, 0.2, 0.3, 0.4);
const scores = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 5 }))
  .chain(([models, types]) =>
    fc.array(fc.array(score, { minLength: types, maxLength: types }), { minLength: models, maxLength: models }),
  );

describe("the mean-rank permutation test", () => {
  it("does not care for the order of models, and moves with the order of types", () => {
    fc.assert(
      fc.property(scores, (table) => {
        const result = meanRankPermutation(table);
        const turned = meanRankPermutation(table.toReversed().map((row) => row.toReversed()));
        result.pTwoSided.forEach((p, type) => {
          expect(turned.pTwoSided.at(-1 - type)).toBeCloseTo(p!, 12);
        });
      }),
    );
  });

  it("turns low into high when scores turn their sign", () => {
    fc.assert(
      fc.property(scores, (table) => {
        const forth = meanRankPermutation(table);
        const back = meanRankPermutation(table.map((row) => row.map((value) => -value)));
        forth.pLess.forEach((p, type) => {
          expect(back.pGreater[type]).toBeCloseTo(p!, 12);
          expect(back.pTwoSided[type]).toBeCloseTo(forth.pTwoSided[type]!, 12);
          expect(back.meanRank[type]! + forth.meanRank[type]!).toBeCloseTo(table[0]!.length + 1, 12);
        });
      }),
    );
  });

  it("counts, for one model, the types ranked at least as high", () => {
    expect(meanRankPermutation([[0.9, 0.5, 0.1, 0.3]])).toMatchObject({
      meanRank: [1, 2, 4, 3],
      pLess: [0.25, 0.5, 1, 0.75],
      pTwoSided: [0.5, 1, 0.5, 1],
    });
  });

  it("ranks only what exists where scores are missing", () => {
    const result = meanRankPermutation([
      [0.9, 0.5, null],
      [0.8, null, null],
    ]);
    // The first type: rank 1 of 2 in one model and 1 of 1 in the other; half of all shuffles are as high.
    expect(result).toMatchObject({ meanRank: [1, 2, null], pLess: [0.5, 1, null], pTwoSided: [1, 1, null] });
  });

  it("is met by its simulation within the simulation's own standard error", () => {
    const random = seededRandom("mean rank");
    const table = Array.from({ length: 8 }, () => Array.from({ length: 6 }, (_, type) => random.below(8) + type));
    const k = 4000;
    const exact = meanRankPermutation(table);
    const simulated = meanRankMonteCarlo(table, k, random);
    expect(simulated.meanRank).toEqual(exact.meanRank);
    for (const tail of ["pTwoSided", "pGreater", "pLess"] as const) {
      exact[tail].forEach((p, type) => {
        const error = Math.sqrt((p! * (1 - p!)) / k);
        expect(Math.abs(simulated[tail][type]! - p!)).toBeLessThanOrEqual(4 * error + 1 / k);
      });
    }
  });

  it("gives the same simulation for the same seed", () => {
    const table = [
      [1, 2, 3],
      [2, 1, 3],
    ];
    expect(meanRankMonteCarlo(table, 50, seededRandom(7))).toEqual(meanRankMonteCarlo(table, 50, seededRandom(7)));
  });
});
