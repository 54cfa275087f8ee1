import { expect, it } from "vitest";
import { estimate, test, textCell, type ViewTable } from "./view.ts";
import { viewTableAsLatex } from "./view-latex.ts";

const share = (value: number, low: number | null, high: number | null, reason: string | null = null) =>
  estimate({ value, low, high, n: 24, reason });

const table: ViewTable = {
  name: "accuracy",
  caption: "Right & wrong",
  columns: ["Who", "All", "Difference", "Test"],
  rows: [
    [
      textCell("A_1"),
      share(0.8, 0.7, 0.9),
      estimate({ value: 0.1, low: -0.1, high: 0.3, n: 7, reason: null }, "points"),
      test(0.01, 7, null, 0.02),
    ],
    [
      textCell("B"),
      share(0.9, null, null, "Too few stories."),
      estimate({ value: null, low: null, high: null, n: 0, reason: "Too few stories." }, "points"),
      test(null, 0, "Too few stories."),
    ],
  ],
};

it("has a column of statuses only if rows differ in it", () => {
  const changes = [{ path: "margin", before: "0.05", after: "0.1" }];
  const written = viewTableAsLatex({ ...table, isPlanned: [true, false] }, { ofPlan: { kind: "amended", changes } });
  const body = written.split("\n").filter((line) => line.endsWith("\\\\"));
  expect(body.map((line) => line.split(" & ").at(-1))).toEqual([
    "Status \\\\",
    "planned, amended after data \\\\",
    "exploratory \\\\",
  ]);
  expect(written).toContain("\\begin{tabular}{lrrrl}");
  expect(written).toContain("Status of each row: planned, amended after data or exploratory.");
  expect(written).toContain("After the first answers: margin was 0.05, now 0.1.");
  expect(written).not.toContain("Status: ");
});

it("prints one cell for an estimate with its interval, the best in bold, and each note once below", () => {
  const written = viewTableAsLatex(table, { kind: "exploratory" });
  expect(written).toContain("Status: exploratory.");
  expect(written).toContain("Who & All (\\%) & Difference (points) & Test \\\\");
  expect(written).toContain("A\\_1 & 80.0 [70.0, 90.0] & 10.0 [");
  expect(written).toContain("B & \\textbf{90.0} & ");
  expect(written.match(/Too few stories\./g)).toHaveLength(1);
  expect(written).toContain("All: n = 24; 95\\% intervals in brackets (2 rows).");
  expect(written).toContain("Test: n = 0 to 7; p after correction (2 rows).");
  const body = written.split("\n").filter((line) => line.endsWith("\\\\"));
  expect(body.map((line) => line.split(" & ").length)).toEqual([4, 4, 4]);
  expect(written.indexOf("Too few stories.")).toBeGreaterThan(written.indexOf("\\end{tabular}"));
});
