import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { adjustPValues } from "../basics/adjust-p-values.ts";
import { mcnemarTest } from "../proportions/mcnemar.ts";
import { comparePaired, type PairedComparison, type PairedComparisonInput } from "./compare-paired.ts";
import { compareWithChance } from "./compare-with-chance.ts";

function compared(input: PairedComparisonInput): PairedComparison {
  const result = comparePaired(input);
  if (!result.ok) throw new Error(result.sentence);
  return result;
}

/** Outcomes of subjects with the given accuracies on items of differing difficulty. */
function simulated(accuracies: readonly number[], items: number, seed: string): boolean[][] {
  const random = seededRandom(seed);
  return Array.from({ length: items }, () => {
    const ease = 0.3 * (random.next() - 0.5);
    return accuracies.map((accuracy) => random.next() < accuracy + ease);
  });
}

const labels = ["weak", "good", "also good"];
const outcomes = simulated([0.55, 0.85, 0.86], 280, "three");
const stories = outcomes.map((_, item) => `story ${item % 20}`);

describe("everyone compared with everyone on the same items", () => {
  it("decides by McNemar's mid-p when items stand alone, corrected by Holm over all pairs", () => {
    const { test, pairs, familySize, overall } = compared({ labels, outcomes });
    expect({ test, familySize }).toEqual({ test: "mcnemar-midp", familySize: 3 });
    expect(pairs.map(({ pvalue }) => pvalue)).toEqual(
      pairs.map(({ n10, n01 }) => mcnemarTest(n10, n01, "midp").pvalue),
    );
    expect(pairs.map(({ adjusted }) => adjusted)).toEqual(
      adjustPValues(
        pairs.map(({ pvalue }) => pvalue),
        "holm",
      ),
    );
    expect(overall).toMatchObject({ n: 280, df: 2 });
  });

  it("decides by the clustered difference when items share stories, and keeps McNemar beside it", () => {
    const { test, pairs, subjects, nClusters } = compared({ labels, outcomes, clusters: stories });
    expect({ test, nClusters }).toEqual({ test: "paired-clustered-t", nClusters: 20 });
    for (const pair of pairs) {
      expect(pair.decidedBy).toBe("paired-clustered-t");
      expect(pair.pvalue).toBe(pair.clustered.pvalue);
      expect(pair.low!).toBeLessThan(pair.difference!);
      expect(pair.mcnemar.pvalue).toBeGreaterThan(0);
    }
    expect(subjects.every(({ interval }) => interval === "clustered")).toBe(true);
  });

  it("gives tie groups, and a minimum detectable difference beside every result that is not significant", () => {
    const { subjects, pairs } = compared({ labels, outcomes });
    expect(subjects.map(({ letters }) => letters)).toEqual(["b", "a", "a"]);
    expect(subjects[1]?.tiedWith).toEqual([2]);
    for (const pair of pairs) {
      expect(pair.detectable === null).toBe(pair.significant);
      expect(pair.sentence).toMatch(
        pair.significant ? /right more often/ : /is not significant.*would have been found/,
      );
    }
  });

  it("gives limits that hold for all pairs together, and all sign patterns beside few stories", () => {
    const few = compared({ labels, outcomes, clusters: outcomes.map((_, item) => `story ${item % 7}`) });
    for (const { low, high, simultaneous, signPatterns } of few.pairs) {
      expect(simultaneous!.low).toBeLessThan(low!);
      expect(simultaneous!.high).toBeGreaterThan(high!);
      expect(signPatterns).toMatchObject({ clusters: 7, smallest: 2 / 128 });
    }
    expect(few.pairs[2]?.sentence).toContain("All sign patterns of the 7 clusters");
    expect(compared({ labels, outcomes, clusters: stories }).pairs[0]?.signPatterns).toBeNull();
  });

  it("says where the approximate and the exact test disagree, for pairs and against chance", () => {
    const clusters = outcomes.map((_, item) => `story ${item % 5}`);
    const few = compared({ labels, outcomes, clusters });
    const against = compareWithChance({
      subjects: [{ label: "good", outcomes: outcomes.map((row) => row[1]!) }],
      chance: 0.5,
      clusters,
    });
    const said = "The approximate test and this exact one disagree at 0.05.";
    expect(few.pairs[0]!.sentence).toContain(said);
    expect(few.pairs[2]!.sentence).not.toContain(said);
    expect(against.ok && against.rows[0]!.sentence).toContain(
      `All sign patterns of the 5 clusters: p = 0.063. ${said}`,
    );
  });

  it("refuses an unpaired test", () => {
    expect(comparePaired({ labels, outcomes, test: "two-proportion-z" })).toMatchObject({
      ok: false,
      reason: "unpairedTestOnPairedData",
      instead: "mcnemar-midp",
    });
  });

  it("leaves out items that one side did not answer, pair by pair, and counts them", () => {
    const gaps = outcomes.map((row, item) =>
      row.map((answer, subject) => (subject === 0 && item < 30 ? null : answer)),
    );
    const { pairs, overall, subjects } = compared({ labels, outcomes: gaps });
    expect(pairs.map(({ n, nDropped }) => [n, nDropped])).toEqual([
      [250, 30],
      [250, 30],
      [280, 0],
    ]);
    expect(overall?.n).toBe(250);
    expect(subjects[0]?.n).toBe(250);
  });

  it("is honest about data that hold nothing", () => {
    const alike = compared({
      labels: ["a", "b"],
      outcomes: [
        [true, true],
        [false, false],
      ],
      clusters: ["s", "t"],
    });
    expect(alike.pairs[0]).toMatchObject({
      pvalue: 1,
      significant: false,
      low: null,
      high: null,
      decidedBy: "mcnemar-midp",
    });
    expect(alike.subjects.map(({ letters }) => letters)).toEqual(["a", "a"]);
    const apart = compared({
      labels: ["a", "b"],
      outcomes: [
        [true, null],
        [null, false],
      ],
    });
    expect(apart.pairs[0]).toMatchObject({
      n: 0,
      pvalue: null,
      adjusted: null,
      difference: null,
      detectable: null,
    });
    expect(apart.pairs[0]?.sentence).toBe("a and b answered no item in common.");
    expect(compared({ labels: ["a", "b"], outcomes: [] }).subjects[0]).toMatchObject({
      n: 0,
      accuracy: null,
      low: null,
    });
  });

  it("prints no interval over fewer than five stories that a pair shares, and says so", () => {
    const few = outcomes.map((row, item) => (item % 20 < 2 ? row : [row[0]!, row[1]!, null]));
    const { pairs } = compared({ labels, outcomes: few, clusters: stories });
    for (const pair of pairs) {
      const isFew = pair.b === 2;
      expect(pair.decidedBy).toBe(isFew ? "mcnemar-midp" : "paired-clustered-t");
      expect(pair.reason === null).toBe(!isFew);
      // Two stories gave limits from -100 to 100.
      expect(pair.high! - pair.low!).toBeLessThan(0.6);
      if (isFew) expect(pair.sentence).toContain(pair.reason!);
    }
    const { subjects } = compared({ labels, outcomes: few, clusters: stories });
    expect(subjects.map(({ interval }) => interval)).toEqual(["clustered", "clustered", "wilson"]);
    const some = few.map((row) => row[2]!);
    const against = compareWithChance({ subjects: [{ label: "few", outcomes: some }], chance: 0.5, clusters: stories });
    expect(against.ok && against.rows[0]).toMatchObject({ decidedBy: "exact-binomial", reason: expect.any(String) });
  });

  it("says of four shared items that they carry no interval", () => {
    const [pair] = compared({
      labels: labels.slice(0, 2),
      outcomes: [
        [true, false],
        [true, true],
        [true, false],
        [false, false],
      ],
    }).pairs;
    expect(pair).toMatchObject({ low: null, high: null });
    expect(pair!.sentence).toContain("(no interval: 4 shared items are too few for an interval)");
  });

  it("does not depend on the order of the items, and mirrors when two subjects change places", () => {
    const cell = fc.constantFrom(true, false, null);
    const table = fc.array(fc.tuple(cell, cell, fc.constantFrom("s", "t", "u")), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(table, (rows) => {
        const run = (list: typeof rows, swap: boolean) =>
          compared({
            labels: ["x", "y"],
            outcomes: list.map(([a, b]) => (swap ? [b, a] : [a, b])),
            clusters: list.map(([, , story]) => story),
          }).pairs[0]!;
        const forth = run(rows, false);
        const back = run(rows.toReversed(), true);
        expect(back).toMatchObject({ n: forth.n, n10: forth.n01, n01: forth.n10, decidedBy: forth.decidedBy });
        if (forth.pvalue !== null) expect(back.pvalue).toBeCloseTo(forth.pvalue, 9);
        if (forth.difference !== null) expect(back.difference).toBeCloseTo(-forth.difference, 9);
        if (forth.low !== null) expect(back.high).toBeCloseTo(-forth.low, 9);
      }),
    );
  });

  it("judges the detectable difference at the level that the correction left", () => {
    const one = compared({ labels: labels.slice(1), outcomes: outcomes.map((row) => row.slice(1)) }).pairs[0]!;
    const among = compared({ labels, outcomes }).pairs[2]!;
    const bonferroni = compared({ labels, outcomes, family: "bonferroni" }).pairs[2]!;
    // Two of three tests were rejected, so Holm tests the last one at the full level.
    expect(among.detectable).toEqual(one.detectable);
    expect(bonferroni.detectable!.least).toBeGreaterThan(among.detectable!.least);
  });

  it("refuses labels and clusters that do not fit", () => {
    expect(() => comparePaired({ labels: ["a"], outcomes: [[true, false]] })).toThrow(RangeError);
    expect(() => comparePaired({ labels: ["a", "b"], outcomes: [[true, false]], clusters: [] })).toThrow(RangeError);
  });
});
