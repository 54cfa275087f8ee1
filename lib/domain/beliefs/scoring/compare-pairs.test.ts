import { describe, expect, it } from "vitest";
import { fakeAnswers } from "../fixtures/fake-answers.ts";
import { comparePairs } from "./compare-pairs.ts";
import { createPairTable } from "./pair-table.ts";

const table = createPairTable("first-word");
for (const [model, seed] of [
  ["a", 1],
  ["b", 2],
] as const)
  for (const answer of fakeAnswers(model, seed)) table.add(answer);
const [a, b] = [table.pairs("a"), table.pairs("b")];

describe("comparing two observers on the same expressions", () => {
  it("turns its sign when they change places", () => {
    const [there, back] = [comparePairs(a, b), comparePairs(b, a)];
    expect(there.difference).toBeCloseTo(-(back.difference ?? 0), 12);
    expect(there.low).toBeCloseTo(-(back.high ?? 0), 12);
    expect([there.matched, there.onlyFirst, there.onlySecond]).toEqual([back.matched, back.onlySecond, back.onlyFirst]);
  });

  it("finds no difference from itself, on all of its decided pairs", () => {
    const same = { difference: 0, onlyFirst: 0, onlySecond: 0, low: null, high: null, p: null };
    expect(comparePairs(a, a)).toMatchObject({ ...same, reason: expect.stringContaining("no spread") });
  });

  it("has nothing to say without a common expression", () => {
    expect(comparePairs(a, [])).toMatchObject({ matched: 0, difference: null, low: null, high: null, p: null });
  });
});
