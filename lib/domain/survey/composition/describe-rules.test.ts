import { expect, it } from "vitest";
import { describeRules } from "./describe-rules.ts";
import { plainComposition } from "./study-composition.ts";

const factors = [
  { name: "story", levels: ["story", "no-story"] },
  { name: "questionOrder", levels: ["true-false", "false-true"] },
  { name: "held", levels: ["one"] },
];

it("says of a study what every session of it keeps", () => {
  const composition = {
    ...plainComposition,
    varies: { story: "within" as const },
    rules: [
      { onePer: "group" },
      { atMost: 2, of: "order" },
      { balance: "type" },
      { order: { blocksOf: "story" } },
      { order: "latin-square" as const },
    ],
    reading: 3,
  };
  expect(describeRules({ factors, itemsPerSession: 6, composition }, (name) => name)).toEqual([
    "story: all levels for every person, in equal parts.",
    "questionOrder: the same for one person.",
    "At most one item of each group.",
    "At most 2 of each order.",
    "Balanced by type: numbers differ by at most one.",
    "Items of the same story are adjacent.",
    "Every block is equally often at every position.",
    "3 statements after each reading of a story.",
  ]);
  expect(describeRules({ factors, itemsPerSession: 1 }, (name) => name)).toEqual([]);
  expect(describeRules({ factors, itemsPerSession: 1 }, (name) => name, 30)).toEqual([
    "30 seconds for each item; people may choose twice the time or no limit.",
  ]);
});
