import { expect, it } from "vitest";
import type { PersonVerdict } from "./prepare-people.ts";
import { prepareWeeks, weekOf } from "./prepare-weeks.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
const story = { characters: 3_600, activeMs: 60_000, verdict: "sound", change: null, before: null } as const;
const given = (userId: string, item: number, extra: Partial<PersonVerdict> = {}): PersonVerdict => ({
  ...{ ...story, userId, itemId: `${item}`, first: "sound", at: at(17), isUnblinded: false, isGoldRight: null },
  ...extra,
});
const numbers = Array.from({ length: 12 }, (_, index) => index);

it("begins weeks on Monday, UTC", () => {
  expect([weekOf(at(22)), weekOf(at(23)), weekOf(at(24))]).toEqual(["2026-11-16", "2026-11-23", "2026-11-23"]);
});

it("flags verdicts faster than reading: 600 words in 2.6 s, but not in 20 s", () => {
  const [week] = prepareWeeks([
    given("a", 1, { activeMs: 2_600 }),
    given("a", 2, { activeMs: 2_600 }),
    given("a", 3, { activeMs: 20_000 }),
    given("a", 4, { activeMs: 0 }),
  ]);
  expect(week).toMatchObject({ copies: 4, fast: { k: 2, n: 4 }, medianSeconds: 2.6, flags: ["fast"] });
});

it("flags a week whose agreement or gold is surely below that of the others", () => {
  const weeks = prepareWeeks([
    ...numbers.flatMap((item) => [given("a", item, { isGoldRight: true }), given("b", item, { isGoldRight: true })]),
    ...numbers.map((item) =>
      given("c", item, { at: at(24), first: item < 10 ? "refined" : "sound", isGoldRight: item >= 10 }),
    ),
  ]);
  expect(weeks.map(({ userId, week, agreement: { k, n }, flags }) => [userId, week, k, n, flags])).toEqual([
    ["a", "2026-11-16", 14, 24, []],
    ["b", "2026-11-16", 14, 24, []],
    ["c", "2026-11-23", 4, 24, ["agreement", "gold"]],
  ]);
});

it("leaves verdicts given after reading models' answers out of agreement", () => {
  const [a] = prepareWeeks([given("a", 1), given("b", 1, { isUnblinded: true })]);
  expect(a?.agreement.n).toBe(0);
});
