import { expect, it } from "vitest";
import { printedTableAsLatex } from "./printed-table.ts";

const columns = ["model", "cells", "stories", "model_share", "model_share_low", "model_share_high", "model_share_n"];

it("prints estimate and interval in one cell, and what holds for every row once below", () => {
  const written = printedTableAsLatex({
    name: "comparisons",
    caption: "People and models",
    status: { kind: "exploratory" },
    columns: [
      ...[...columns, "model_right", "difference", "low", "high", "simultaneous_low", "simultaneous_high"],
      ...["p", "p_adjusted", "equivalent", "interval_note"],
    ],
    rows: [
      ["A", 20, 7, 0.75, 0.5, 0.9, 20, 15, 0.125, -0.25, 0.5, -0.5, 0.75, 0.01, 0.02, null, "Few stories."],
      ["B", 24, 7, 0.25, 0.125, 0.5, 24, 6, 0.5, null, null, null, null, 0.25, 0.5, null, "Few stories."],
    ],
  });
  const lines = written.split("\n").filter((line) => line.endsWith("\\\\"));
  expect(lines.map((line) => line.trim())).toEqual([
    "model & cells & model share & difference & simultaneous & p adjusted \\\\",
    "A & 20 & \\textbf{0.750 [0.500, 0.900]} & 0.125 [$-$0.250, 0.500] & [$-$0.500, 0.750] & 0.020 \\\\",
    "B & 24 & 0.250 [0.125, 0.500] & 0.500 & -- & 0.500 \\\\",
  ]);
  expect(written).toContain("stories: 7. model share: n = 20 to 24. Few stories. ");
  expect(written.match(/Few stories/g)).toHaveLength(1);
  expect(written.indexOf("Status: exploratory.")).toBeGreaterThan(written.indexOf("\\end{tabular}"));
});

it("names the status of each row if they differ, and of a second test if it differs from them", () => {
  const written = printedTableAsLatex({
    name: "comparisons",
    caption: "People and models",
    status: [{ kind: "confirmatory" }, { kind: "exploratory" }],
    statusesOf: [
      { test: "equivalence", statuses: [{ kind: "exploratory" }, { kind: "exploratory" }] },
      { test: "non_inferiority", statuses: [{ kind: "confirmatory" }, null] },
      { test: "other", statuses: [{ kind: "confirmatory" }, { kind: "exploratory" }] },
    ],
    columns: ["model", "p"],
    rows: [
      ["A", 0.25],
      ["B", 0.5],
    ],
  });
  expect(written).toContain("model & p & status of other & status \\\\");
  expect(written).toContain("A & 0.250 & confirmatory & confirmatory \\\\");
  expect(written).toContain("B & 0.500 & exploratory & exploratory \\\\");
  expect(written).toContain(
    "status of equivalence: exploratory. status of non inferiority: confirmatory. Status of each row: confirmatory or exploratory.",
  );
});

it("merges the cells of a view that are written apart", () => {
  const written = printedTableAsLatex({
    name: "confirmatory",
    caption: "Tests",
    status: null,
    columns: ["Test", "Difference", "Difference, low", "Difference, high", "Difference, n", "p, p", "p, p adjusted"],
    rows: [["one", 0.5, 0.25, 0.75, 8, 0.01, 0.03]],
  });
  expect(written).toContain("Test & Difference & p adjusted \\\\");
  expect(written).toContain("one & 0.500 [0.250, 0.750] & 0.030 \\\\");
  expect(written).toContain("Difference: n = 8.");
});
