import { expect, it } from "vitest";
import { markLateRuns } from "./late-runs.ts";

const series = ["A/1", "A/2", "B/1", "B/2", "C/1"].map((id) => {
  const [model = "", source = ""] = id.split("/");
  return { id, modelId: model, model, source, rest: "", isDemo: false };
});
const importedAt = new Map([
  ["A/1", 10],
  ["A/2", 30],
  ["B/1", 30],
  ["B/2", 40],
  ["C/1", 35],
]);
const lateUnder = (models: string[], named: Record<string, number>, frozenAt: number | null = 20) =>
  markLateRuns(series, { models }, { frozenAt, namedAt: new Map(Object.entries(named)), importedAt })
    .filter(({ isLate }) => isLate)
    .map(({ id }) => id);

it("marks the runs of a model from after the plan named it, but not the first one", () => {
  expect(lateUnder(["A", "B"], { A: 20, B: 20 })).toEqual(["A/2", "B/2"]);
  // An amendment at 45 named B.
  expect(lateUnder(["A", "B"], { A: 20, B: 45 })).toEqual(["A/2"]);
});

it("marks every run from after the freezing where the plan has no list", () => {
  expect(lateUnder([], {})).toEqual(["A/2", "B/1", "B/2", "C/1"]);
});

it("marks nothing before the plan is frozen", () => {
  expect(lateUnder(["A"], {}, null)).toEqual([]);
});
