import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { pairedClusteredDifference } from "../paired-clustered-difference.ts";
import { comparePairedScores } from "./compare-paired-scores.ts";

const random = seededRandom("scores");
const scores = Array.from({ length: 120 }, () => {
  const ease = random.next() / 2;
  return [ease + random.next() / 4, ease + random.next() / 4, ease + 0.3 + random.next() / 4];
});
const clusters = scores.map((_, item) => `story ${item % 15}`);
const labels = ["a", "b", "c"];

describe("scores on the same items", () => {
  it("are compared by their paired differences, clustered by story, with tie groups", () => {
    const result = comparePairedScores({ labels, scores, clusters });
    expect(result).toMatchObject({ ok: true, test: "paired-clustered-t", familySize: 3 });
    if (!result.ok) return;
    expect(result.subjects.map(({ letters }) => letters)).toEqual(["b", "b", "a"]);
    const [first] = result.pairs;
    const direct = pairedClusteredDifference(
      scores.map((row) => row[0]!),
      scores.map((row) => row[1]!),
      clusters,
    );
    expect(first?.pvalue).toBe(direct.pTwoSided);
    expect(first?.minimumDetectable).toBeGreaterThan(0);
    expect(result.pairs[2]?.sentence).toMatch(/^c scored higher than b on 120 shared items/);
  });

  it("refuse tests of proportions and unpaired tests", () => {
    expect(comparePairedScores({ labels, scores, test: "mcnemar-midp" })).toMatchObject({
      ok: false,
      reason: "needsBinary",
    });
    expect(comparePairedScores({ labels, scores, test: "unpaired-clustered-t" })).toMatchObject({
      ok: false,
      reason: "unpairedTestOnPairedData",
    });
  });

  it("leave out what is missing and say so when nothing is left or nothing differs", () => {
    const result = comparePairedScores({
      labels: ["a", "b", "c"],
      scores: [
        [0.5, 0.5, null],
        [0.2, 0.2, null],
      ],
    });
    expect(result.ok && result.pairs[0]).toMatchObject({ n: 2, pvalue: 1, significant: false, low: null });
    expect(result.ok && result.pairs[1]).toMatchObject({ n: 0, nDropped: 2, pvalue: null, meanDiff: null });
  });
});
