import { expect, it } from "vitest";
import type { PersonPair } from "../participants/score-participants.ts";
import { comparePeople } from "./compare-people.ts";
import type { BeliefPair } from "./pair-table.ts";

const pairOf = (fact: number, outcome: BeliefPair["outcome"], more: Partial<BeliefPair> = {}): BeliefPair => ({
  fact: `fact ${fact}`,
  dimension: "form",
  category: "imperative",
  expression: `text ${fact}`,
  repeat: 0,
  prior: "known",
  outcome,
  texts: null,
  ...more,
});
/** Eight people answer about ten facts each; they follow the first `followed` facts. */
const people = (followed: number): PersonPair[] =>
  Array.from({ length: 8 }, (_, person) =>
    Array.from({ length: 10 }, (_, fact) => ({
      ...pairOf(fact, fact < followed + (person % 2) ? "context" : "memory"),
      participant: `person ${person}`,
    })),
  ).flat();
const model = Array.from({ length: 10 }, (_, fact) => pairOf(fact, fact < 8 ? "context" : "memory"));

it("compares decisions about the same expressions, over people and facts", () => {
  const rows = comparePeople(people(3), model);
  const all = rows.find(({ level }) => level === "all")!.difference;
  expect(all).toMatchObject({ n: 80, basis: "two-way", clusters: [{ count: 8 }, { count: 10 }] });
  expect(all.value).toBeCloseTo(-0.45, 12);
  expect(all.low!).toBeLessThan(-0.45);
  expect(rows.find(({ id }) => id === "imperative")!.difference.value).toBeCloseTo(-0.45, 12);
  expect(rows.find(({ id }) => id === "weak")!.difference).toMatchObject({ n: 0, value: null });
});

it("compares in a category of the user's own, after those of the typology", () => {
  const cheerful = { category: "cheerful", dimension: "tone" };
  const rows = comparePeople(
    people(3).map((pair) => ({ ...pair, ...cheerful })),
    model.map((pair) => ({ ...pair, ...cheerful })),
  );
  expect(rows.at(-1)).toMatchObject({ level: "category", id: "cheerful", label: "Cheerful", difference: { n: 80 } });
});

it("leaves out what one side did not know, did not decide or was not asked, and takes the mean of repeats", () => {
  const sparse = [
    pairOf(0, "context"),
    pairOf(0, "memory", { repeat: 1 }),
    pairOf(1, "context", { prior: "notKnown" }),
    pairOf(2, "other"),
  ];
  const [all] = comparePeople(people(10), sparse);
  expect(all!.difference).toMatchObject({ n: 8, value: 0.5 });
});
