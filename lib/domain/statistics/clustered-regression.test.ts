import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { clusteredRegression, coefficient, waldTest } from "./clustered-regression.ts";
import { chiSquareUpperTail, fUpperTail, studentTwoSided } from "./distributions.ts";
import { twoWayMean } from "./two-way-clustered-values.ts";
import { unpairedClusteredDifference } from "./unpaired-clustered-difference.ts";

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
    expect(coefficient(fit, 0).se).toBeCloseTo(mean.se!, 12);
    expect(coefficient(fit, 0).high).toBeCloseTo(mean.high!, 12);
  });

  it("with one indicator is the unpaired clustered difference", () => {
    const fit = clusteredRegression(
      y,
      rows.map(({ group }) => [1, group]),
      [stories],
    )!;
    const part = (group: number) => rows.filter((row) => row.group === group);
    const sideOf = (group: number) => ({
      values: part(group).map((row) => row.y),
      clusters: part(group).map(({ story }) => story),
    });
    const difference = unpairedClusteredDifference(sideOf(1), sideOf(0));
    expect(coefficient(fit, 1).value).toBeCloseTo(difference.meanDiff!, 12);
    expect(coefficient(fit, 1).se).toBeCloseTo(difference.seCR1!, 12);
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
    expect(coefficient(flat, 0)).toMatchObject({ value: 1, low: null });
  });

  it("has an F distribution that is the square of t at one degree of freedom", () => {
    expect(fUpperTail(2.3 ** 2, 1, 9)).toBeCloseTo(studentTwoSided(2.3, 9), 12);
    // With endless denominator degrees of freedom q F is chi-square on q.
    expect(fUpperTail(7.1 / 3, 3, 1e9)).toBeCloseTo(chiSquareUpperTail(7.1, 3), 7);
  });
});
