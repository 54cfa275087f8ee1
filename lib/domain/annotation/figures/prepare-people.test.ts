import { describe, expect, it } from "vitest";
import { estimateEnd, type PersonVerdict, preparePeople } from "./prepare-people.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number, 12));
const verdict = (
  userId: string,
  itemId: string,
  value: PersonVerdict["verdict"],
  extra: Partial<PersonVerdict> = {},
) => ({
  ...{
    userId,
    itemId,
    first: value,
    verdict: value,
    change: value === "refined" ? ("text" as const) : null,
    at: day(1),
  },
  ...{ isUnblinded: false, before: null, isGoldRight: null, activeMs: 60_000, characters: 3_600 },
  ...extra,
});

describe("quality by person", () => {
  const { people, pairs } = preparePeople(
    [
      verdict("a", "1", "sound", { isGoldRight: true }),
      verdict("b", "1", "sound", { at: day(2) }),
      verdict("a", "2", "refined", { at: day(3), before: "refined" }),
      verdict("b", "2", "sound", { at: day(4), isGoldRight: false }),
      verdict("c", "2", "refined", { at: day(5), isUnblinded: true }),
    ],
    [
      { userId: "a", itemId: "1", wasReturned: true },
      { userId: "a", itemId: "2", wasReturned: false },
    ],
  );

  it("counts agreement by pair and by person, without those who had read the answers", () => {
    expect(pairs.map(({ left, right, agreement: { k, n } }) => [left, right, k, n])).toEqual([["a", "b", 1, 2]]);
    expect(people.map(({ userId, agreement: { k, n } }) => [userId, k, n])).toEqual([
      ["a", 1, 2],
      ["b", 1, 2],
      ["c", 0, 0],
    ]);
  });

  it("counts gold, returns, repeated items and drift, each with its n", () => {
    const [a, b] = people;
    expect(a).toMatchObject({
      ...{ gold: { k: 1, n: 1 }, returned: { k: 1, n: 2 }, selfAgreement: { k: 1, n: 1 }, perDay: 1 },
      ...{ firstHalf: { refined: { k: 0, n: 1 } }, lastHalf: { refined: { k: 1, n: 1 }, marksOnly: { k: 0, n: 1 } } },
    });
    expect(b).toMatchObject({ gold: { k: 0, n: 1 }, selfAgreement: { k: 0, n: 0, estimate: null } });
    expect(a?.gold.low).toBeGreaterThan(0);
    expect(a?.behind).toEqual({
      ...{ judged: ["1", "2"], agreement: ["1", "2"], "self-agreement": ["2"], gold: ["1"], fast: [] },
      ...{ "returned-by-review": ["1", "2"], "first-half": ["1"], "last-half": ["2"] },
    });
    expect(pairs[0]?.behind).toEqual(["1", "2"]);
  });
});

describe("what a person changes over time", () => {
  it("keeps changed texts and marks that alone were moved apart", () => {
    const { people } = preparePeople(
      [
        verdict("a", "1", "refined"),
        verdict("a", "2", "refined", { at: day(2), change: "marks" }),
        verdict("a", "3", "refined", { at: day(3), change: "marks" }),
        verdict("a", "4", "sound", { at: day(4) }),
      ],
      [],
    );
    expect(people[0]).toMatchObject({
      firstHalf: { refined: { k: 1, n: 2 }, marksOnly: { k: 1, n: 2 } },
      lastHalf: { refined: { k: 0, n: 2 }, marksOnly: { k: 1, n: 2 } },
    });
  });
});

describe("the estimated end", () => {
  it("goes on at the pace of the last days, and says nothing without one", () => {
    expect(estimateEnd([], 5, day(10))).toBeNull();
    expect(estimateEnd([day(1)], 5, day(10))).toBeNull();
    expect(estimateEnd([day(8), day(9)], 2, day(10))).toEqual(day(12));
    expect(estimateEnd([], 0, day(10))).toEqual(day(10));
    // A single hour of work is not enough to estimate an hourly pace.
    expect(estimateEnd([new Date(day(10).getTime() - 3_600_000)], 2, day(10))).toEqual(day(12));
  });
});
