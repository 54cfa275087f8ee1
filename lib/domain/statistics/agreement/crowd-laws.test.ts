import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logChoose } from "../basics/hypergeometric.ts";
import { fisherExactTest } from "../proportions/fisher-exact.ts";
import { dropOutByArm } from "../sampling/drop-out-by-arm.ts";
import { type RakingMargin, rakingWeights } from "../sampling/raking-weights.ts";
import { alphaInterval, kappaInterval } from "./agreement-intervals.ts";
import { crowdAccuracy } from "./crowd-accuracy.ts";
import { dawidSkene } from "./dawid-skene.ts";
import { distributionAgreement } from "./distribution-agreement.ts";
import { humanVersusRest } from "./human-versus-rest.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { majorityAccuracy } from "./majority-vote.ts";
import { splitHalfAgreement } from "./split-half-agreement.ts";

const cell = fc.record({ nTrue: fc.nat({ max: 8 }), nFalse: fc.nat({ max: 8 }), gold: fc.boolean() });
const cells = fc.array(cell, { minLength: 1, maxLength: 10 });

describe("a crowd of k", () => {
  it("is one person for k = 1 and the whole crowd for k = n", () => {
    fc.assert(
      fc.property(cell, ({ nTrue, nFalse, gold }) => {
        const n = nTrue + nFalse;
        fc.pre(n > 0);
        const { accuracy } = crowdAccuracy([{ nTrue, nFalse, gold }], n, "false");
        expect(accuracy[0]).toBeCloseTo((gold ? nTrue : nFalse) / n, 12);
        const responses = [...new Array<boolean>(nTrue).fill(true), ...new Array<boolean>(nFalse).fill(false)];
        expect(accuracy[n - 1]).toBeCloseTo(majorityAccuracy([{ responses, gold }], "false").accuracy!, 12);
      }),
    );
  });

  it("gains nothing from a second person when ties count a half", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const { accuracy, nCells } = crowdAccuracy(
          list.filter(({ nTrue, nFalse }) => nTrue + nFalse > 1),
          2,
        );
        if (nCells[1] === 0) expect(accuracy).toEqual([null, null]);
        else expect(accuracy[1]).toBeCloseTo(accuracy[0]!, 12);
      }),
    );
  });
});

describe("split halves", () => {
  it("agree fully where all people agree, and are symmetric in the two parts", () => {
    fc.assert(
      fc.property(cells, fc.integer({ min: 1, max: 5 }), (list, k) => {
        const split = splitHalfAgreement(list, k);
        split.perCell.forEach((value, index) => {
          const { nTrue, nFalse } = list[index]!;
          if (value !== null && (nTrue === 0 || nFalse === 0)) expect(value).toBeCloseTo(1, 12);
          const n = nTrue + nFalse;
          if (k < n) expect(splitHalfAgreement([list[index]!], n - k).perCell[0]).toBeCloseTo(value!, 12);
        });
      }),
    );
  });
});

describe("a person against the rest", () => {
  it("is right about a majority that all others share", () => {
    const { perPerson, nPerPerson, pooled } = humanVersusRest([
      [1, 1],
      [1, 0],
      [1, null],
    ]);
    expect(perPerson).toEqual([0.5, 0.5, 1]);
    expect(nPerPerson).toEqual([2, 2, 1]);
    expect(pooled).toBeCloseTo(3 / 5, 12);
  });
});

describe("distributions of answers", () => {
  it("agree perfectly with themselves", () => {
    const shares = [0.1, 0.4, 0.9];
    expect(distributionAgreement(shares, shares, [0, 0, 1])).toMatchObject({
      pearson: expect.closeTo(1, 12),
      spearman: expect.closeTo(1, 12),
      meanAbsDiff: 0,
      jsd: expect.closeTo(0, 12),
    });
  });

  it("keep the two sets of items apart and stay finite at the ends", () => {
    const agreement = distributionAgreement([1, null, 0], [0, 1, null], [1, 1, 0], 0.01);
    expect(agreement).toMatchObject({ n: 1, nGold: 2, jsd: 1, brier: 0.5, pearson: null });
    expect(agreement.logLoss).toBeCloseTo(-(Math.log(0.01) + Math.log(0.99)) / 2, 12);
  });
});

describe("raking", () => {
  it("meets every margin with weights of mean 1", () => {
    const people = Array.from({ length: 30 }, (_, index) => index);
    const margins: RakingMargin[] = [
      { categories: people.map((index) => (index % 3 === 0 ? "a" : "b")), targets: { a: 0.5, b: 0.5 } },
      { categories: people.map((index) => (index < 20 ? 1 : 2)), targets: { "1": 0.3, "2": 0.7 } },
    ];
    const { weights, deff, nEff } = rakingWeights(
      margins,
      people.map((index) => index % 2),
      1000,
      1e-12,
    );
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(30, 9);
    const young = people.filter((index) => index < 20).reduce((sum, index) => sum + weights[index]!, 0);
    expect(young).toBeCloseTo(9, 9);
    expect(deff).toBeGreaterThan(1);
    expect(nEff).toBeCloseTo(30 / deff, 12);
  });

  it("leaves a sample that already fits alone, and has no error for one person", () => {
    const fit = rakingWeights([{ categories: ["a", "b"], targets: { a: 0.5, b: 0.5 } }], [1, 0], 10, 1e-12);
    expect(fit).toMatchObject({ weights: [1, 1], deff: 1, share: 0.5 });
    expect(rakingWeights([{ categories: ["a"], targets: { a: 1 } }], [1], 10, 1e-12)).toMatchObject({ se: null });
  });
});

describe("agreement with an interval", () => {
  it("has none when agreement is perfect or nothing varies", () => {
    expect(kappaInterval(["x", "y"], ["x", "y"])).toMatchObject({ kappa: 1, se: 0, low: null });
    expect(kappaInterval([1, 1], [1, 1])).toEqual({ n: 2, kappa: null, se: null, low: null, high: null });
  });

  it("takes alpha as it is defined elsewhere", () => {
    const ratings = fc.array(fc.array(fc.constantFrom("a", "b", "c", null), { minLength: 8, maxLength: 8 }), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(ratings, (data) => {
        const { alpha, low, high, nUnits } = alphaInterval(data);
        const wanted = krippendorffAlpha(data);
        expect(nUnits).toBe(wanted.nUnits);
        if (wanted.alpha === null) expect(alpha).toBeNull();
        else expect(alpha).toBeCloseTo(wanted.alpha, 10);
        if (low !== null) expect((low + high!) / 2).toBeCloseTo(alpha!, 10);
      }),
    );
  });
});

describe("Dawid and Skene", () => {
  it("trusts the workers who agree, ignores empty items and says when it stopped early", () => {
    const labels = [
      [0, 0, 1],
      [1, 1, 0],
      [0, 0, 0],
      [1, 1, 1],
      [null, null, null],
    ];
    const result = dawidSkene(labels, 2, 1e-10, 500);
    expect(result.labels).toEqual([0, 1, 0, 1, null]);
    expect(result.posterior[4]).toBeNull();
    expect(result.converged).toBe(true);
    expect(dawidSkene(labels, 2, 1e-10, 1)).toMatchObject({ iterations: 1, converged: false });
  });

  it("gives no label where the classes are equally likely", () => {
    expect(dawidSkene([[0, 1]], 2, 1e-10, 10).labels).toEqual([null]);
  });

  it("never becomes less likely with another iteration", () => {
    const labels = fc.array(fc.array(fc.constantFrom(0, 1, 2, null), { minLength: 4, maxLength: 4 }), {
      minLength: 3,
      maxLength: 12,
    });
    fc.assert(
      fc.property(labels, (rows) => {
        fc.pre(rows.flat().some((label) => label !== null));
        const logliks = [1, 2, 5, 20].map((iterations) => dawidSkene(rows, 3, 1e-300, iterations).loglik);
        for (let index = 1; index < logliks.length; index += 1)
          expect(logliks[index]).toBeGreaterThanOrEqual(logliks[index - 1]! - 1e-9);
      }),
    );
  });
});

describe("drop-out", () => {
  it("is tested exactly as by listing every table", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (totals, picks) => {
        const counts = totals.map((size, row) => picks[row]! % (size + 1));
        expect(fisherExactTest(totals, counts)).toBeCloseTo(byListing(totals, counts), 10);
      }),
    );
  });

  it("says nothing about arms nobody started and bounds what drop-outs could have answered", () => {
    const { arms, pvalue, vsFirst } = dropOutByArm([
      { started: 0, completed: 0, sum: 0 },
      { started: 10, completed: 8, sum: 6 },
    ]);
    expect(arms[0]).toMatchObject({ rate: null, accuracy: null, low: 0, high: 1 });
    expect(arms[1]).toMatchObject({ low: 0.6, high: 0.8 });
    expect(pvalue).toBe(1);
    expect(vsFirst[0]!.diff).toBeNull();
  });

  it("stands large studies with many arms", () => {
    const sizes = [150, 140, 160, 155, 145, 150];
    const p = fisherExactTest(sizes, [120, 118, 130, 110, 119, 124]);
    expect(p).toBeGreaterThan(0.01);
    expect(p).toBeLessThan(0.5);
  });
});

function byListing(sizes: number[], counts: number[]): number {
  const marked = counts.reduce((sum, count) => sum + count, 0);
  const tables = sizes.reduce<number[][]>(
    (lists, size) => lists.flatMap((list) => Array.from({ length: size + 1 }, (_, count) => [...list, count])),
    [[]],
  );
  const weight = (table: number[]) =>
    Math.exp(table.reduce((sum, count, row) => sum + logChoose(sizes[row]!, count), 0));
  const all = tables.filter((table) => table.reduce((sum, count) => sum + count, 0) === marked).map(weight);
  const observed = weight(counts);
  const total = all.reduce((sum, value) => sum + value, 0);
  return all.filter((value) => value <= observed * (1 + 1e-7)).reduce((sum, value) => sum + value, 0) / total;
}
