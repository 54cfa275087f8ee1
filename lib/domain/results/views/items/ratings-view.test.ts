import { describe, expect, it } from "vitest";
import { studentQuantile } from "../../../statistics/basics/distributions.ts";
import { filterCells } from "../../model/results-query.ts";
import type { ResultItem, StudyResults } from "../../model/study-results.ts";
import { prepareConditions } from "../../preparation/prepare-conditions.ts";
import { prepareCellMaterial } from "../cell-material.ts";
import { cellView } from "../cell-views.ts";

const rated: ResultItem = {
  id: "r",
  name: "r",
  version: 1,
  kind: "task",
  storyId: "s",
  storyTitle: "",
  text: "The sea is calm.",
  attributes: {},
  options: ["1", "2", "3", "4", "5", "6", "7"].map((value) => ({ value, label: value })),
  rightAnswers: [],
  keyVersion: null,
};
const given = [1, 1, 4, 6, 7, 7, 7];

function material(items: ResultItem[], answers: readonly number[] = given) {
  const counts = [...new Set(answers)].map((value) => ({
    itemId: "r",
    conditionId: "",
    stratumId: "all",
    answerKey: String(value),
    count: answers.filter((one) => one === value).length,
  }));
  const results = {
    items,
    conditions: [{ id: "", levels: {}, label: "one condition" }],
    counts,
    series: [],
    answers: [],
    unmatched: { otherItems: 0, otherVersions: 0, conditions: [] },
  } as unknown as StudyResults;
  return prepareCellMaterial(results, new Map(), null, { ties: "half", unparsed: "wrong", withMismatches: false });
}

describe("ratings", () => {
  it("are described by mean, median and deviation, not by the most frequent point", () => {
    const mean = given.reduce((sum, one) => sum + one, 0) / given.length;
    const deviation = Math.sqrt(given.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (given.length - 1));
    const half = (studentQuantile(0.975, given.length - 1) * deviation) / Math.sqrt(given.length);
    const row = cellView("ratings", material([rated])).tables[0]?.rows[0];
    expect(row?.[2]).toEqual({ kind: "text", text: "1 to 7" });
    expect(row?.[4]).toMatchObject({ value: mean, low: mean - half, high: mean + half, n: given.length });
    expect(row?.[5]).toMatchObject({ value: given.toSorted()[3] });
    expect(row?.[6]).toMatchObject({ value: deviation });
    expect(cellView("cells", material([rated])).tables[0]?.rows[0]?.[4]).toEqual({ kind: "text", text: "median 6" });
  });

  it("are never tied, on no page and in no file", () => {
    const choice = { ...rated, id: "r", options: ["1", "2"].map((value) => ({ value, label: `option ${value}` })) };
    const tiedOf = (item: ResultItem) => {
      const { cells } = material([item], [1, 2]);
      return { listed: filterCells(cells, "tie", []).length, counted: prepareConditions(cells, [])[0]?.ties };
    };
    expect(tiedOf(choice)).toEqual({ listed: 1, counted: 1 });
    expect(tiedOf(rated)).toEqual({ listed: 0, counted: 0 });
  });

  it("are refused without an item that is rated", () => {
    const choice = { ...rated, kind: "choice", options: [{ value: "option-0", label: "a" }] };
    const keyed = { ...rated, rightAnswers: ["3"] };
    for (const item of [choice, keyed])
      expect(cellView("ratings", material([item])).refused).toMatch(/No item of this study was rated/);
  });
});
