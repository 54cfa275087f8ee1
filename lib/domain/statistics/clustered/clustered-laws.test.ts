import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { adjacentLevels } from "../differences/adjacent-levels.ts";
import { equivalenceTest } from "../differences/equivalence-test.ts";
import { pairedDifferenceTest } from "../differences/paired-difference-test.ts";
import { clusterPrecision, clustersForPrecision } from "../planning/cluster-precision.ts";
import { equivalencePower, equivalenceSampleSize } from "../planning/equivalence-power.ts";
import { chanceLevelTest } from "../proportions/chance-level-test.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";
import { clusterRobustMean } from "./cluster-robust-mean.ts";
import { twoWayMean } from "./two-way-clustered-values.ts";
import { sampledWildClusterTest, wildClusterTest } from "./wild-cluster-test.ts";

const answer = fc.constantFrom(0, 1, null);
const row = fc.record({ a: answer, b: answer, cluster: fc.integer({ min: 0, max: 6 }) });
const rows = fc.array(row, { minLength: 1, maxLength: 60 });
const columns = (list: { a: number | null; b: number | null; cluster: number }[]) => ({
  a: list.map(({ a }) => a),
  b: list.map(({ b }) => b),
  clusters: list.map(({ cluster }) => cluster),
});

/** CR2 and Satterthwaite by matrices, as defined in clubSandwich, for an intercept and an identity working model. */
function byMatrices(values: number[], clusters: number[]) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const ids = [...new Set(clusters)];
  const sizes = ids.map((id) => clusters.filter((cluster) => cluster === id).length);
  let variance = 0;
  ids.forEach((id, index) => {
    const residuals = values.filter((_, position) => clusters[position] === id).map((value) => value - mean);
    const sum = residuals.reduce((total, value) => total + value, 0);
    variance += (sum / Math.sqrt(1 - sizes[index]! / n)) ** 2 / n ** 2;
  });
  // G = (I - H)_g' A_g x (x'x)^-1 for each cluster; df = trace(GG')^2 / trace(GG'GG').
  const columnsOfG = ids.map((id, index) =>
    clusters.map((cluster) => {
      const a = 1 / n / Math.sqrt(1 - sizes[index]! / n);
      return (cluster === id ? a : 0) - (a * sizes[index]!) / n;
    }),
  );
  const products = columnsOfG.map((left) =>
    columnsOfG.map((right) => left.reduce((sum, value, position) => sum + value * right[position]!, 0)),
  );
  const trace = products.reduce((sum, line, index) => sum + line[index]!, 0);
  const squares = products.flat().reduce((sum, value) => sum + value * value, 0);
  return { se: Math.sqrt(variance), df: trace ** 2 / squares };
}

describe("the CR2 mean", () => {
  it("is what the matrices of its definition give", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const values = list.map(({ a, cluster }) => (a ?? 0.5) + cluster / 10);
        const clusters = list.map(({ cluster }) => cluster);
        const { se, df, nClusters } = clusterRobustMean(values, clusters);
        if (nClusters < 2) expect([se, df]).toEqual([null, null]);
        else {
          const wanted = byMatrices(values, clusters);
          expect(se).toBeCloseTo(wanted.se, 10);
          expect(df).toBeCloseTo(wanted.df, 8);
        }
      }),
    );
  });

  it("keeps its degrees of freedom beside one dominating cluster", () => {
    const clusters = [...new Array<number>(1_000_000).fill(0), 1, 2];
    const values = clusters.map((cluster, index) => cluster + (index % 2));
    const { df } = clusterRobustMean(values, clusters);
    expect(df).toBeGreaterThan(1);
    expect(df).toBeLessThan(1.1);
  });

  it("counts a spread of rounding errors as none", () => {
    const a = [0.1 + 0.2, 0.3, 0.7 - 0.4, 0.3];
    expect(pairedDifferenceTest(a, [0.2, 0.2, 0.2, 0.2], [1, 1, 2, 2])).toMatchObject({ se: 0, t: null, low: null });
  });

  it("drops pairs with a missing side or cluster and says how many", () => {
    const test = pairedDifferenceTest([1, null, 0, 1], [0, 1, null, 1], ["x", "y", "z", null], 0.9);
    expect(test).toMatchObject({ n: 1, nDropped: 3, nClusters: 1, estimate: 1, se: null });
    expect(pairedDifferenceTest([null], [null], null)).toMatchObject({ n: 0, nDropped: 1, estimate: null });
  });
});

describe("tests of a paired difference", () => {
  it("mirror when the sides are swapped", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { a, b, clusters } = columns(list);
        const there = equivalenceTest(a, b, clusters, 0.1, 0.05);
        const back = equivalenceTest(b, a, clusters, 0.1, 0.05);
        expect(back.equivalent).toBe(there.equivalent);
        if (there.pLower !== null) expect(back.pUpper).toBeCloseTo(there.pLower, 12);
        const plain = pairedDifferenceTest(a, b, clusters);
        expect(plain.se).toBe(there.se);
        if (plain.low !== null) expect(pairedDifferenceTest(b, a, clusters).high).toBeCloseTo(-plain.low, 12);
      }),
    );
  });

  it("find equivalence exactly when the interval of twice the level lies inside the margin", () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 0.01, max: 1, noNaN: true }), (list, margin) => {
        const { a, b, clusters } = columns(list);
        const { low, high, equivalent, nonInferior } = equivalenceTest(a, b, clusters, margin, 0.05);
        if (low === null || high === null) expect([equivalent, nonInferior]).toEqual([null, null]);
        else if (Math.abs(low + margin) > 1e-9 && Math.abs(high - margin) > 1e-9) {
          expect(equivalent).toBe(low > -margin && high < margin);
          expect(nonInferior).toBe(low > -margin);
        }
      }),
    );
  });

  it("call one cluster and equal answers undecided, never equivalent", () => {
    expect(equivalenceTest([1, 1], [1, 1], [1, 2], 0.1, 0.05).equivalent).toBeNull();
    expect(equivalenceTest([1, 0], [1, 1], [1, 1], 5, 0.05).equivalent).toBeNull();
  });
});

describe("the power of an equivalence test", () => {
  const plan = { p10: 0.1, p01: 0.08, margin: 0.08, alpha: 0.05, designEffect: 1.5 };

  it("reaches the wanted power with the returned number of pairs and not with one fewer", () => {
    const { n, power } = equivalenceSampleSize(plan, 0.8);
    expect(power).toBeGreaterThanOrEqual(0.8);
    expect(equivalencePower(plan, n! - 1).power).toBeLessThan(0.8);
  });

  it("is certain or impossible without variance", () => {
    expect(equivalencePower({ ...plan, p10: 0, p01: 0 }, 5).power).toBe(1);
    expect(equivalencePower({ ...plan, p10: 1, p01: 0 }, 5).power).toBe(0);
    expect(equivalenceSampleSize({ ...plan, p10: 0, p01: 0 }, 0.9)).toEqual({ n: 1, power: 1 });
  });
});

describe("two-way clusters", () => {
  it("are one-way clusters when every answer is its own person", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { clusters } = columns(list);
        const values = list.map(({ a }) => a ?? 0);
        const both = twoWayMean(
          values,
          values.map((_, index) => index),
          clusters,
        );
        if (both.variance !== null && !both.fallback) expect(both.se).toBeCloseTo(both.seB!, 10);
      }),
    );
  });

  it("show a negative variance and fall back on the larger of the two errors", () => {
    const grid = [1, 0, 0, 1];
    const two = twoWayMean(grid, [0, 0, 1, 1], [0, 1, 0, 1]);
    expect(two).toMatchObject({ seA: 0, seB: 0, se: 0, fallback: true, low: null });
    expect(two.variance).toBeLessThan(0);
  });
});

describe("the wild cluster test", () => {
  it("gives the sign test of equally large clusters the same value", () => {
    const values = [3, 1, 2, 5, -1, 0.5, 4, 2];
    const clusters = [1, 1, 2, 2, 3, 3, 4, 4];
    const { pvalue, pSignFlip } = wildClusterTest(values, clusters);
    expect(pvalue).toBe(pSignFlip);
  });

  it("never falls below two draws of all and does not change with the sign of the values", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { a, clusters } = columns(list);
        const there = wildClusterTest(a, clusters);
        const back = wildClusterTest(
          a.map((value) => (value === null ? null : -value)),
          clusters,
        );
        expect(back.pvalue).toBe(there.pvalue);
        if (there.pvalue !== null) expect(there.pvalue).toBeGreaterThanOrEqual(2 / there.nDraws);
      }),
    );
  });

  it("sampled with a seed comes near the enumeration and repeats itself", () => {
    const values = [0.4, 0.2, -0.1, 0.6, 0.3, -0.4, 0.5, 0.1, 0.2, 0.4];
    const clusters = values.map((_, index) => index % 7);
    const sampled = () => sampledWildClusterTest(values, clusters, 20_000, seededRandom("wild")).pvalue!;
    expect(sampled()).toBe(sampled());
    expect(Math.abs(sampled() - wildClusterTest(values, clusters).pvalue!)).toBeLessThan(0.02);
  });
});

describe("a share against chance", () => {
  it("is the binomial test beside a t test on the same answers", () => {
    const y = [1, 0, 1, 1, null, 1];
    const test = chanceLevelTest(y, ["a", "a", "b", "b", "c", "c"], 0.5);
    expect(test).toMatchObject({ n: 5, k: 4, nDropped: 1, nClusters: 3, exactP: exactBinomialTest(4, 5, 0.5).pvalue });
    expect(test.pGreater).toBeCloseTo(test.pvalue! / 2, 12);
  });

  it("has no test without an answer", () => {
    expect(chanceLevelTest([null], null, 0.3)).toMatchObject({ n: 0, share: null, exactP: 1, exactPGreater: 1 });
  });
});

describe("two levels within subjects", () => {
  it("are a paired t test over stories for one subject", () => {
    const stories = ["s1", "s2", "s3", "s4"];
    const low = [1, 0, 1, 1];
    const high = [0, 0, 1, 0];
    const levels = adjacentLevels(
      {
        subject: new Array(8).fill("p"),
        story: [...stories, ...stories],
        level: [2, 2, 2, 2, 3, 3, 3, 3],
        correct: [...low, ...high],
      },
      2,
      3,
    );
    const paired = pairedDifferenceTest(high, low, null);
    expect(levels).toMatchObject({ nPairs: 4, estimate: paired.estimate, se: paired.se, df: paired.df, t: paired.t });
  });

  it("weigh a unit once, however many answers it has, and count those with one level only", () => {
    const levels = adjacentLevels(
      {
        subject: ["a", "a", "a", "b", "b", "c", "d"],
        story: ["s", "s", "s", "t", "t", "u", "u"],
        level: [1, 1, 2, 1, 2, 1, 3],
        correct: [1, 0, 1, 0, 0, 1, 1],
      },
      1,
      2,
    );
    expect(levels).toMatchObject({ nPairs: 2, nDropped: 1, nSubjects: 2, nStories: 2, meanLow: 0.25, meanHigh: 0.5 });
  });
});

describe("the precision of clustered shares", () => {
  it("plans the fewest clusters that are precise enough", () => {
    const plan = clustersForPrecision(0.7, 0.08, 12, 0.06);
    expect(plan.halfWidthT).toBeLessThanOrEqual(0.06);
    const fewer = clusterPrecision(0.7, 0.08, new Array(plan.nClusters - 1).fill(12));
    expect(fewer.halfWidthT).toBeGreaterThan(0.06);
    expect(clusterPrecision(0.7, 0.08, new Array(plan.nClusters).fill(12))).toEqual(plan);
  });

  it("has no effective number when the design effect is 0", () => {
    expect(clusterPrecision(0.5, -1, [2, 2]).nEff).toBeNull();
  });
});
