import { describe, expect, it } from "vitest";
import { releasedRows } from "../testing/fixture-rows.ts";
import { filterProblems, type ListedProblem, listDistinctValues, type ProblemFilter } from "./list-problems.ts";

const everything: ProblemFilter = {
  setup: null,
  label: null,
  depth: null,
  persons: null,
  announcements: null,
  isDoubtful: false,
  search: "",
};
const problems: ListedProblem[] = releasedRows.map((row, place) => ({
  externalId: `mindgames-${row.index}`,
  row,
  doubts: place % 10 === 0 ? ["something"] : [],
}));
const count = (filter: Partial<ProblemFilter>) => filterProblems(problems, { ...everything, ...filter }).length;

describe("listing a set's problems", () => {
  it("shows all of them when nothing is asked", () => {
    expect(filterProblems(problems, everything)).toEqual(problems);
  });

  it("divides them by every part of the filter without losing one", () => {
    const parts = (["setup", "label"] as const).map((name) =>
      [...new Set(problems.map(({ row }) => row[name]))].map((value) => count({ [name]: value })),
    );
    for (const counts of parts) expect(counts.reduce((sum, one) => sum + one)).toBe(problems.length);
    const depths = listDistinctValues(problems, (row) => row.hypothesis_depth);
    expect(depths).toEqual([0, 1]);
    expect(count({ depth: 0 }) + count({ depth: 1 })).toBe(problems.length);
    expect(listDistinctValues(problems, (row) => row.names.length)).toEqual([2, 3, 4]);
  });

  it("asks for all parts at once", () => {
    const found = filterProblems(problems, { ...everything, setup: "explicit", label: "entailment", persons: 3 });
    expect(found.length).toBeGreaterThan(0);
    for (const { row } of found)
      expect([row.setup, row.label, row.names.length]).toEqual(["explicit", "entailment", 3]);
  });

  it("finds doubtful rows, and names and hypotheses in any case", () => {
    expect(count({ isDoubtful: true })).toBe(Math.ceil(problems.length / 10));
    expect(count({ search: problems[7]!.externalId.toUpperCase() })).toBe(1);
    expect(count({ search: ` ${problems[3]!.row.hypothesis.slice(0, 12)} ` })).toBeGreaterThan(0);
    expect(count({ search: "no such words" })).toBe(0);
  });
});
