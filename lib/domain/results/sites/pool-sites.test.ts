import { describe, expect, it } from "vitest";
import { poolSites, SiteAnswers } from "./pool-sites.ts";

/** A site with people who answer every cell; `right` has a row for each person. */
function siteWith(name: string, right: readonly (readonly number[])[], cells = ["a", "b"]): SiteAnswers {
  const site = new SiteAnswers(name);
  for (const [person, row] of right.entries())
    for (const [index, value] of row.entries())
      site.add({ person: `p${person}`, cell: cells[index]!, isCorrect: value === 1 });
  return site;
}

const north = [
  [1, 1],
  [1, 0],
  [0, 0],
  [1, 1],
  [1, 0],
  [1, 1],
];
const south = [
  [0, 0],
  [1, 0],
  [0, 1],
  [0, 0],
  [1, 0],
  [0, 0],
  [1, 1],
];

describe("the summary of several sites", () => {
  it("gives each site its accuracy, with the variance of people's means where everyone answers every cell", () => {
    const { sites, cells, summary } = poolSites([siteWith("North", north), siteWith("South", south)]);
    expect(cells).toBe(2);
    const means = north.map(([one = 0, two = 0]) => (one + two) / 2);
    const mean = means.reduce((sum, value) => sum + value, 0) / 6;
    const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5 / 6;
    expect(sites[0]).toMatchObject({ name: "North", people: 6, answers: 12, reason: null });
    expect(sites[0]!.share).toBeCloseTo(mean, 12);
    expect(sites[0]!.se).toBeCloseTo(Math.sqrt(variance), 12);
    expect(sites[0]!.low).toBeLessThan(mean);
    expect(summary!.estimate).toBeLessThan(Math.log(mean / (1 - mean)));
    expect(summary!.df).toBe(1);
  });

  it("uses only what every site was asked, each cell with the same weight", () => {
    const south3 = siteWith(
      "South",
      south.map((row) => [...row, 1]),
      ["a", "b", "c"],
    );
    const alone = poolSites([siteWith("North", north), siteWith("South", south)]);
    const pooled = poolSites([siteWith("North", north), south3]);
    expect(pooled).toMatchObject({ cells: 2, otherCells: 1 });
    expect(pooled.sites[1]).toEqual(alone.sites[1]);
    expect(() => poolSites([siteWith("North", north), siteWith("South", south, ["x", "y"])])).toThrow("in common");
    expect(() => poolSites([siteWith("North", north), siteWith("North", south)])).toThrow("same name");
  });

  it("lists a site that cannot be summarised, with the reason", () => {
    const few = siteWith("Few", [[1, 0]]);
    const right = siteWith(
      "Right",
      north.map(() => [1, 1]),
    );
    const { sites, summary, reason } = poolSites([siteWith("North", north), few, right]);
    expect(sites.map((site) => site.reason)).toEqual([
      null,
      "Fewer than 5 people.",
      "All answers are right, or all are wrong.",
    ]);
    expect(summary).toBeNull();
    expect(reason).toBe("A summary needs at least two sites.");
  });
});
