import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairedClusteredDifference } from "../differences/paired-clustered-difference.ts";
import { unpairedClusteredDifference } from "../differences/unpaired-clustered-difference.ts";
import { clusteredMean } from "./clustered-mean.ts";
import { twoWayClusteredMean } from "./two-way-clustered-mean.ts";

const answer = fc.record({
  a: fc.integer({ min: -50, max: 50 }).map((value) => value / 10),
  b: fc.integer({ min: -50, max: 50 }).map((value) => value / 10),
  cluster: fc.constantFrom("s1", "s2", "s3", "s4", 5),
});
const answers = fc.array(answer, { minLength: 2, maxLength: 40 });

function close(got: number | null, want: number | null): void {
  if (want === null) expect(got).toBeNull();
  else expect(got).toBeCloseTo(want, 9);
}

describe("clustered standard errors", () => {
  it("do not depend on the order of the answers or the names of the clusters", () => {
    fc.assert(
      fc.property(answers, (list) => {
        const forth = clusteredMean(
          list.map(({ a }) => a),
          list.map(({ cluster }) => cluster),
        );
        const turned = list.toReversed();
        const back = clusteredMean(
          turned.map(({ a }) => a),
          turned.map(({ cluster }) => `story ${cluster}`),
        );
        close(back.seCR1, forth.seCR1);
        close(back.seMiller, forth.seMiller);
        close(back.ciLow, forth.ciLow);
      }),
    );
  });

  it("scale with the answers and ignore a shift", () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: -9, max: 9 }), (list, shift) => {
        const clusters = list.map(({ cluster }) => cluster);
        const plain = clusteredMean(
          list.map(({ a }) => a),
          clusters,
        );
        const moved = clusteredMean(
          list.map(({ a }) => 3 * a + shift),
          clusters,
        );
        close(moved.mean, 3 * plain.mean! + shift);
        close(moved.seCR0, 3 * plain.seCR0!);
        close(moved.seNaive, 3 * plain.seNaive!);
      }),
    );
  });

  it("are the plain error when every answer is its own cluster, and grow when answers are copied inside clusters", () => {
    fc.assert(
      fc.property(answers, (list) => {
        const values = list.map(({ a }) => a);
        const own = values.map((_, index) => index);
        const plain = clusteredMean(values, own);
        close(plain.seCR1, plain.seNaive);
        const twice = clusteredMean([...values, ...values], [...own, ...own]);
        close(twice.seCR0, plain.seCR0);
        expect(twice.seNaive!).toBeLessThanOrEqual(plain.seNaive! + 1e-12);
      }),
    );
  });

  it("are exactly 0 when all cluster sums agree, in spite of rounding", () => {
    expect(clusteredMean([0.1, 0.3, 0.2, 0.2], ["a", "a", "b", "b"])).toMatchObject({ seCR0: 0, seCR1: 0 });
    expect(clusteredMean([0.1, 0.1, 0.1], [1, 2, 3])).toMatchObject({ seNaive: 0, seCR1: 0, seMiller: 0 });
  });

  it("say nothing for one cluster, one answer or none", () => {
    expect(clusteredMean([1, 0], ["a", "a"])).toMatchObject({ seCR0: 0, seCR1: null, ciLow: null });
    expect(clusteredMean([1], ["a"])).toMatchObject({ mean: 1, seNaive: null, seMiller: null });
    expect(clusteredMean([], [])).toMatchObject({ n: 0, nClusters: 0, mean: null, seCR0: null });
  });
});

describe("the paired clustered difference", () => {
  it("turns its sign when the sides change places", () => {
    fc.assert(
      fc.property(answers, (list) => {
        const [a, b, clusters] = [list.map((one) => one.a), list.map((one) => one.b), list.map((one) => one.cluster)];
        const forth = pairedClusteredDifference(a, b, clusters);
        const back = pairedClusteredDifference(b, a, clusters);
        close(back.meanDiff, -forth.meanDiff!);
        close(back.seCR1, forth.seCR1);
        close(back.pTwoSided, forth.pTwoSided);
        close(back.corr, forth.corr);
      }),
    );
  });

  it("obeys the law of the variance of a difference", () => {
    fc.assert(
      fc.property(answers, (list) => {
        const { sePaired, seUnpaired, corr } = pairedClusteredDifference(
          list.map(({ a }) => a),
          list.map(({ b }) => b),
          list.map(({ cluster }) => cluster),
        );
        const own = list.map((_, index) => index);
        const seA = clusteredMean(
          list.map(({ a }) => a),
          own,
        ).seNaive!;
        const seB = clusteredMean(
          list.map(({ b }) => b),
          own,
        ).seNaive!;
        expect(sePaired! ** 2).toBeCloseTo(seUnpaired! ** 2 - 2 * (corr ?? 0) * seA * seB, 8);
      }),
    );
  });

  it("has no t where the clusters show no spread", () => {
    expect(pairedClusteredDifference([0.3, 0.2], [0.2, 0.1], ["a", "b"])).toMatchObject({
      seCR1: 0,
      t: null,
      pTwoSided: null,
    });
    expect(pairedClusteredDifference([1, 0], [0, 0], ["a", "a"])).toMatchObject({ seCR1: null, t: null, df: 0 });
  });
});

describe("two-way clustering", () => {
  // numpy: the sandwich formula as matrix products, with G/(G - 1) for each of the three parts.
  const values = [
    1.143, 0.511, 0.976, 0.081, 0.607, 0.576, 0.802, 0.175, 0.872, 0.544, 1.102, 0.477, 0.43, 0.789, 0.984, 0.57, 0.969,
    0.929, 0.178, 0.609, 0.905, 0.943, 0.666, 0.133,
  ];
  const people = values.map((_, index) => `p${index % 7}`);
  const stories = values.map((_, index) => `s${Math.floor(index / 2) % 5}`);

  it("agrees with the sandwich formula", () => {
    const result = twoWayClusteredMean(values, people, stories);
    expect(result).toMatchObject({ n: 24, nFirst: 7, nSecond: 5, nBoth: 22, df: 4, fellBack: false });
    expect(result.seFirst).toBeCloseTo(0.05114082753705466, 12);
    expect(result.seSecond).toBeCloseTo(0.07046736353546972, 12);
    expect(result.se).toBeCloseTo(0.06013365679604504, 12);
    expect(result.ciLow).toBeCloseTo(0.49850053626431035, 12);
  });

  it("does not care which clustering is named first", () => {
    fc.assert(
      fc.property(answers, (list) => {
        const first = list.map(({ cluster }) => cluster);
        const second = list.map((_, index) => index % 3);
        const [values, forth] = [
          list.map(({ a }) => a),
          twoWayClusteredMean(
            list.map(({ a }) => a),
            first,
            second,
          ),
        ];
        close(twoWayClusteredMean(values, second, first).se, forth.se);
      }),
    );
  });

  it("is one-way clustering when the second clusters are single answers", () => {
    fc.assert(
      fc.property(answers, (list) => {
        const values = list.map(({ a }) => a);
        const clusters = list.map(({ cluster }) => cluster);
        const result = twoWayClusteredMean(
          values,
          clusters,
          values.map((_, index) => index),
        );
        const oneWay = clusteredMean(values, clusters).seCR1;
        // If the one-way variance is 0 no positive value is left, and the larger variance is used.
        if (result.fellBack) expect(oneWay).toBe(0);
        else close(result.se, oneWay);
      }),
    );
  });

  it("falls back to the larger one-way error when the variance is not positive", () => {
    // Each person and each story has one answer of 1 and one of -1. Clustered by person or by story the variance is 0;
    // clustered by pair it is not.
    const result = twoWayClusteredMean([1, -1, -1, 1], ["p", "p", "q", "q"], ["s", "t", "s", "t"]);
    expect(result).toMatchObject({ se: 0, fellBack: false });
    const mixed = twoWayClusteredMean([1, -0.9, -1, 0.9], ["p", "p", "q", "q"], ["s", "t", "s", "t"]);
    expect(mixed.fellBack).toBe(true);
    expect(mixed.se).toBe(Math.max(mixed.seFirst!, mixed.seSecond!));
  });
});

describe("the unpaired clustered difference", () => {
  it("agrees with a regression on the group, also where a cluster has answers in both", () => {
    const y = [
      0.8, 0.79, 0.8, 1.26, 0.65, 0.52, 0.82, 0.94, 1.24, 0.58, 0.27, 0.93, 0.49, 0.68, 0.48, 0.22, 0.69, 0.77, 0.19,
      0.46, 0.36,
    ];
    const first = { values: y.slice(0, 9), clusters: y.slice(0, 9).map((_, index) => `s${index % 5}`) };
    const second = { values: y.slice(9), clusters: y.slice(9).map((_, index) => `s${index % 6}`) };
    const result = unpairedClusteredDifference(first, second);
    expect(result).toMatchObject({ nA: 9, nB: 12, nClusters: 6, df: 5 });
    expect(result.meanDiff).toBeCloseTo(0.35888888888888876, 12);
    expect(result.seCR1).toBeCloseTo(0.15176494763605627, 12);
    expect(result.pTwoSided).toBeCloseTo(0.06436904506768036, 12);
  });

  it("says nothing about an empty group", () => {
    expect(unpairedClusteredDifference({ values: [], clusters: [] }, { values: [1], clusters: ["a"] })).toMatchObject({
      nA: 0,
      meanDiff: null,
      pTwoSided: null,
    });
  });
});
