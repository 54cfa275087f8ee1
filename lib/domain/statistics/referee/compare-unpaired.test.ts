import { describe, expect, it } from "vitest";
import { twoProportionTest } from "../two-proportions.ts";
import { compareUnpaired, type UnpairedGroup } from "./compare-unpaired.ts";

function group(label: string, correct: number, n: number, stories?: number): UnpairedGroup {
  const numbers = Array.from({ length: n }, (_, index) => index);
  return {
    label,
    values: numbers.map((index) => index < correct),
    items: numbers.map((index) => `${label} item ${index}`),
    clusters: stories ? numbers.map((index) => `story ${index % stories}`) : null,
  };
}

describe("groups that answered different items", () => {
  it("are compared by the pooled z-test when answers stand alone", () => {
    const result = compareUnpaired({ groups: [group("order 3", 53, 56), group("order 4", 41, 56)] });
    expect(result).toMatchObject({ ok: true, test: "two-proportion-z" });
    if (!result.ok) return;
    const [pair] = result.pairs;
    expect(pair?.pvalue).toBe(twoProportionTest(53, 56, 41, 56).pTwoSided);
    expect(pair).toMatchObject({ significant: true, minimumDetectable: null });
    expect(pair!.low!).toBeGreaterThan(0);
  });

  it("are compared with clustered errors when they share stories", () => {
    const result = compareUnpaired({ groups: [group("order 3", 53, 56, 7), group("order 4", 50, 56, 7)] });
    expect(result).toMatchObject({ ok: true, test: "unpaired-clustered-t" });
    if (result.ok) {
      expect(result.pairs[0]?.significant).toBe(false);
      expect(result.pairs[0]?.minimumDetectable).toBeGreaterThan(0);
      expect(result.pairs[0]?.sentence).toContain("would have been found with 80% power");
    }
  });

  it("are refused when they share items, with the count", () => {
    const first = group("with story", 10, 20);
    const result = compareUnpaired({ groups: [first, { ...group("without story", 12, 20), items: first.items }] });
    expect(result).toMatchObject({ ok: false, reason: "unpairedTestOnPairedData" });
    if (!result.ok) expect(result.sentence).toContain("share 20 items");
  });

  it("refuse a paired test and say nothing about an empty group", () => {
    const groups = [group("a", 1, 5), group("b", 0, 0)];
    expect(compareUnpaired({ groups, test: "mcnemar-midp" })).toMatchObject({
      ok: false,
      reason: "pairedTestOnDifferentItems",
    });
    const result = compareUnpaired({ groups });
    expect(result.ok && result.pairs[0]).toMatchObject({ difference: null, pvalue: null, low: null });
  });
});
