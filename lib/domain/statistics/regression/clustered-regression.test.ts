import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { chiSquareUpperTail, fUpperTail, studentTwoSided } from "../basics/distributions.ts";
import { clusterRobustMean } from "../clustered/cluster-robust-mean.ts";
import { twoWayMean } from "../clustered/two-way-clustered-values.ts";
import { unpairedClusteredDifference } from "../differences/unpaired-clustered-difference.ts";
import { clusteredRegression, estimateCoefficient, waldTest } from "./clustered-regression.ts";

const random = seededRandom("clustered regression");
const rows = Array.from({ length: 60 }, (_, index) => ({
  y: random.next(),
  person: index % 12,
  story: Math.floor(index / 7) % 8,
  group: index % 12 < 5 ? 1 : 0,
}));
const y = rows.map((row) => row.y);
const persons = rows.map(({ person }) => person);
const stories = rows.map(({ story }) => story);

describe("a regression with clustered errors", () => {
  it("with an intercept alone is the two-way mean", () => {
    const fit = clusteredRegression(
      y,
      y.map(() => [1]),
      [persons, stories],
    )!;
    const mean = twoWayMean(y, persons, stories);
    expect(fit.beta[0]).toBeCloseTo(mean.estimate!, 12);
    expect(estimateCoefficient(fit, 0).se).toBeCloseTo(mean.se!, 12);
    expect(estimateCoefficient(fit, 0).high).toBeCloseTo(mean.high!, 12);
  });

  it("with an intercept alone and one kind of clusters is the cluster-robust mean", () => {
    const fit = clusteredRegression(
      y,
      y.map(() => [1]),
      [stories],
    )!;
    const mean = clusterRobustMean(y, stories);
    expect(estimateCoefficient(fit, 0).value).toBeCloseTo(mean.estimate!, 12);
    expect(estimateCoefficient(fit, 0).se).toBeCloseTo(mean.se!, 12);
    expect(estimateCoefficient(fit, 0).df).toBeCloseTo(mean.df!, 9);
    expect(waldTest(fit, [0])!.pvalue).toBeCloseTo(studentTwoSided(mean.estimate! / mean.se!, mean.df!), 10);
  });

  it("with one indicator and very many clusters is the unpaired clustered difference", () => {
    const many = Array.from({ length: 520 }, (_, index) => ({
      y: random.next(),
      group: index % 5 < 2 ? 1 : 0,
      story: index % 260,
    }));
    const fit = clusteredRegression(
      many.map((row) => row.y),
      many.map(({ group }) => [1, group]),
      [many.map(({ story }) => story)],
    )!;
    const part = (group: number) => many.filter((row) => row.group === group);
    const sideOf = (group: number) => ({
      values: part(group).map((row) => row.y),
      clusters: part(group).map(({ story }) => story),
    });
    const difference = unpairedClusteredDifference(sideOf(1), sideOf(0));
    expect(estimateCoefficient(fit, 1).value).toBeCloseTo(difference.meanDiff!, 12);
    expect(estimateCoefficient(fit, 1).se).toBeCloseTo(difference.seCR1!, 12);
    expect(waldTest(fit, [1])!.pvalue).toBeCloseTo(difference.pTwoSided!, 10);
  });

  it("refuses columns that depend on each other, and tests of what has no spread", () => {
    expect(
      clusteredRegression(
        y,
        y.map(() => [1, 2]),
        [stories],
      ),
    ).toBeNull();
    const flat = clusteredRegression([1, 1, 1, 1], [[1], [1], [1], [1]], [[1, 1, 2, 2]])!;
    expect(waldTest(flat, [0])).toBeNull();
    expect(estimateCoefficient(flat, 0)).toMatchObject({ value: 1, low: null });
  });

  it("has an F distribution that is the square of t at one degree of freedom", () => {
    expect(fUpperTail(2.3 ** 2, 1, 9)).toBeCloseTo(studentTwoSided(2.3, 9), 12);
    // With infinite denominator degrees of freedom q F is chi-square on q.
    expect(fUpperTail(7.1 / 3, 3, 1e9)).toBeCloseTo(chiSquareUpperTail(7.1, 3), 7);
  });

  it("with one kind of clusters agrees with clubSandwich's CR2, Satterthwaite and HTZ", () => {
    // R 4.2.2, clubSandwich: coef_test and Wald_test(test = "HTZ") of lm(y ~ factor(g)), clusters of unequal size.
    const made = readMade();
    const fit = clusteredRegression(
      made.map((row) => row.y),
      made.map(({ g }) => [1, ...[1, 2, 3].map((one) => Number(g === one))]),
      [made.map(({ story }) => story)],
    )!;
    const wald = waldTest(fit, [1, 2, 3])!;
    expect(wald.f).toBeCloseTo(0.719184242856, 10);
    expect(wald.df2).toBeCloseTo(4.051963212716, 9);
    expect(wald.pvalue).toBeCloseTo(0.589957350626, 10);
    const expected = [
      [0.282401977209, 6.461778435046],
      [0.40902624608, 5.934535643855],
      [0.325862951195, 6.227550086991],
      [0.416948664109, 6.642687217771],
    ];
    for (const [column, [se, df]] of expected.entries()) {
      expect(estimateCoefficient(fit, column).se).toBeCloseTo(se!, 10);
      expect(estimateCoefficient(fit, column).df).toBeCloseTo(df!, 9);
    }
  });
});

/** Seventy values in four groups and nine stories. */
function readMade(): { y: number; g: number; story: number }[] {
  const values = [
    [-0.086019, 0, 0],
    [2.218092, 0, 7],
    [-0.282983, 0, 5],
    [-1.481108, 0, 3],
    [0.38451, 1, 1],
    [1.465759, 1, 8],
    [0.530092, 1, 1],
    [0.970286, 3, 4],
    [0.147065, 0, 2],
    [-0.125559, 1, 4],
    [0.019584, 2, 7],
    [0.364369, 2, 5],
    [-0.094342, 0, 2],
    [1.121349, 3, 1],
    [1.516616, 2, 8],
    [-1.166834, 3, 0],
    [1.200115, 0, 4],
    [0.272755, 1, 2],
    [1.523823, 0, 3],
    [2.313246, 0, 7],
    [1.163974, 1, 5],
    [-1.585057, 1, 1],
    [0.86286, 1, 1],
    [-0.66597, 3, 8],
    [2.087625, 0, 4],
    [-0.156285, 1, 4],
    [0.117935, 2, 2],
    [2.145943, 3, 2],
    [-0.97143, 3, 7],
    [0.639097, 3, 5],
    [-0.974718, 2, 0],
    [-0.315549, 3, 1],
    [0.102997, 0, 8],
    [1.098625, 0, 3],
    [0.20513, 2, 4],
    [0.66011, 3, 2],
    [0.858213, 1, 1],
    [-0.920694, 1, 7],
    [2.026228, 1, 5],
    [0.262317, 3, 4],
    [-1.465803, 2, 1],
    [0.244859, 1, 8],
    [1.195008, 2, 2],
    [1.526526, 3, 4],
    [-0.384453, 0, 2],
    [0.217078, 1, 0],
    [1.056693, 3, 7],
    [1.662739, 3, 5],
    [0.276921, 0, 3],
    [1.20898, 0, 1],
    [0.008796, 2, 8],
    [-0.517702, 0, 1],
    [1.191222, 0, 4],
    [1.050894, 1, 2],
    [0.466947, 2, 4],
    [1.430104, 1, 7],
    [0.82663, 2, 5],
    [1.097838, 1, 2],
    [1.400311, 2, 1],
    [1.444894, 3, 8],
    [0.951951, 0, 0],
    [0.114759, 1, 4],
    [-0.251687, 2, 2],
    [-1.980667, 3, 3],
    [1.232659, 0, 7],
    [0.648271, 0, 5],
    [0.7588, 0, 1],
    [-1.691116, 0, 1],
    [0.421214, 0, 8],
    [-0.052381, 1, 4],
  ];
  return values.map(([y, g, story]) => ({ y: y!, g: g!, story: story! }));
}
