import { describe, expect, it } from "vitest";
import { type Random, seededRandom } from "../../random.ts";
import { checkLimits, checkOrderedLimits, disagreementOf, rankNote } from "./agreement-coverage.ts";
import { alphaInterval } from "./agreement-intervals.ts";

const limits = { low: 0.2, high: 0.6 };

describe("the limits of alpha and kappa", () => {
  it("are refused, approximate or as stated by the items that differ by chance and in fact", () => {
    const reasonOf = (expected: number, observed: number) => checkLimits(limits, { expected, observed });
    expect(reasonOf(9.9, 50)).toMatchObject({ low: null, high: null, reason: expect.stringMatching(/^No interval: /) });
    for (const [expected, observed] of [
      [10, 50],
      [19.9, 50],
      [50, 9],
    ] as const)
      expect(reasonOf(expected, observed)).toMatchObject({
        ...limits,
        reason: expect.stringMatching(/^Approximate: 88/),
      });
    expect(reasonOf(20, 10)).toEqual({ ...limits, reason: null });
    expect(checkLimits({ low: null, high: null }, { expected: 50, observed: 50 }).reason).toBeNull();
  });

  it("of ordinal and interval alpha are refused or approximate by the items that differ by chance", () => {
    const reasonOf = (expected: number) => checkOrderedLimits(limits, { expected, observed: 0 });
    expect(reasonOf(9.9)).toMatchObject({ low: null, high: null, reason: expect.stringMatching(/^No interval: /) });
    expect(reasonOf(10)).toMatchObject({ ...limits, reason: expect.stringMatching(/^Approximate: 77 to 97%/) });
    expect(reasonOf(50)).toEqual({ ...limits, reason: null });
  });

  it("of a mean rank correlation are approximate below 20 items", () => {
    expect([rankNote(19), rankNote(20)]).toEqual([expect.stringMatching(/^Approximate: 91/), null]);
  });

  it("count the items on which two values would differ, and on which values do", () => {
    const data = [
      ["a", "a", "b", null],
      ["a", "b", "b", "a"],
    ];
    // Six values of three items, three of each kind: two of them differ with probability 18/30.
    expect(disagreementOf(data)).toEqual({ expected: 3 * (18 / 30), observed: 1 });
    expect(disagreementOf([])).toEqual({ expected: 0, observed: 0 });
  });

  // 1,500 studies take about two seconds; `npm run bench:coverage` has more regimes.
  it.each([
    { units: 30, rare: 0.05, least: 0, most: 30, reason: "refused" },
    { units: 30, rare: 0.1, least: 83, most: 100, reason: "approximate" },
    { units: 100, rare: 0.1, least: 92, most: 98, reason: "as stated" },
  ])("cover as they say: $units items, an answer of $rare, $reason", ({ units, rare, least, most, reason }) => {
    const random = seededRandom(`alpha/${units}/${rare}`);
    const truth = alphaInterval(labels(40_000, rare, random)).alpha!;
    const tally = { refused: 0, shown: 0, covered: 0, approximate: 0 };
    for (let study = 0; study < 500; study += 1) {
      const data = labels(units, rare, random);
      const found = checkLimits(alphaInterval(data), disagreementOf(data));
      if (found.low === null || found.high === null) {
        tally.refused += 1;
        continue;
      }
      tally.shown += 1;
      tally.approximate += Number(found.reason !== null);
      tally.covered += Number(found.low <= truth && truth <= found.high);
    }
    if (reason === "refused") expect(tally.refused).toBeGreaterThan(300);
    else {
      expect((100 * tally.covered) / tally.shown).toBeGreaterThanOrEqual(least);
      expect((100 * tally.covered) / tally.shown).toBeLessThanOrEqual(most);
    }
    if (reason === "approximate") expect(tally.approximate).toBe(tally.shown);
    if (reason === "as stated") expect(tally.approximate).toBeLessThan(10);
  });
});

/** Labels of three raters who err in one of seven items. */
function labels(units: number, rare: number, random: Random): number[][] {
  const truth = Array.from({ length: units }, () => Number(random.next() < rare));
  return [0, 1, 2].map(() => truth.map((value) => (random.next() < 1 / 7 ? 1 - value : value)));
}
