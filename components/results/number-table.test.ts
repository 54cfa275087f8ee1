import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { shownView, test, textCell, type ViewTable } from "@/lib/domain/results/views/view.ts";
import type { ViewStatus } from "@/lib/domain/results/views/view-files.ts";
import { ClusteredComparisonSection } from "./comparison/clustered-comparison-section.tsx";
import { SinglePeopleSection } from "./comparison/single-people-section.tsx";
import { ViewTables } from "./view-tables.tsx";

const table: ViewTable = {
  name: "two-way",
  caption: "Tests",
  columns: ["Who", "Test"],
  rows: [
    [textCell("Planned"), test(0.0123, 40)],
    [textCell("Other"), test(0.0456, 40)],
  ],
  isPlanned: [true, false],
};
const letters: ViewTable = {
  name: "letters",
  caption: "Letters",
  columns: ["Who"],
  rows: [[textCell("a")]],
  restsOnTest: true,
};
const view = shownView(
  { id: "clusters", title: "View", lead: "" },
  { conclusions: ["They differ.", "Exploratory: Cochran’s Q."], findings: ["One differs."], tables: [table, letters] },
);
const fileHref = (file: string) => `/${file}`;
const drawn = (status: ViewStatus) =>
  drawnMarkup(createElement(ViewTables, { view, status, page: 1, fileHref, pageHref: () => "#" }));
const rowsOf = (markup: string) =>
  markup.split(/<tr|<\/tr>/).flatMap((row) =>
    /p 0\.\d/.test(row)
      ? [
          row
            .split(/<[^>]*>/)
            .filter(Boolean)
            .at(-1),
        ]
      : [],
  );

describe("a view on screen", () => {
  it("shows no test of interim data, whatever its caller limits", async () => {
    for (const status of [{ kind: "interim" } as const, { ofPlan: { kind: "interim" } as const }]) {
      const markup = await drawn(status);
      expect(markup).not.toMatch(/0\.012|0\.046|differ|Cochran|Letters/);
      expect(markup).toContain("interim, not tested before the data are locked");
    }
  });

  it("has the status of each test beside it, and before each conclusion", async () => {
    const changes = [{ path: "margin", before: "0.05", after: "0.1" }];
    const amended = await drawn({ ofPlan: { kind: "amended", changes } });
    expect(rowsOf(amended)).toEqual(["planned, amended after data", "exploratory"]);
    expect(amended).toContain("<p>Planned, amended after data: They differ.</p>");
    expect(amended).toContain("<p>Exploratory: Cochran’s Q.</p>");
    const exploratory = await drawn({ kind: "exploratory" });
    expect(rowsOf(exploratory)).toEqual(["exploratory", "exploratory"]);
    expect(exploratory).toContain("<p>Exploratory: They differ.</p>");
    expect(await drawn(null)).not.toMatch(/xploratory.*They differ|Status/);
  });

  it("has the status below each figure, and beside a mark whose status differs", async () => {
    const mark = { value: 0.5, low: 0.4, high: 0.6, n: 40, side: "model" as const };
    const marks = [
      { ...mark, row: "Planned" },
      { ...mark, row: "Other", status: "planned, amended after data" },
    ];
    const figure = { name: "figure", title: "Figure", unit: "share" as const, lines: [], marks };
    for (const across of [undefined, "level"]) {
      const figures = [across === undefined ? figure : { ...figure, across }];
      const props = { view: { ...view, figures }, page: 1, fileHref, pageHref: () => "#" };
      const drawnFigure = await drawnMarkup(createElement(ViewTables, { ...props, status: { kind: "exploratory" } }));
      expect(drawnFigure).toContain(
        "Status: exploratory, except where marked “(planned, amended after data)”.</figcaption>",
      );
      expect(drawnFigure).toContain("Other (planned, amended after data)");
    }
  });

  it("has the status beside the tests of single people", async () => {
    const drawnSection = (status: ResultStatus) =>
      drawnMarkup(
        createElement(SinglePeopleSection, {
          comparator: "best-person",
          stored: { view: { ...view, tables: [{ ...table, name: "best-person" }] }, isStale: false },
          status,
          analysesHref: "#",
          fileHref,
        }),
      );
    expect(rowsOf(await drawnSection({ kind: "exploratory" }))).toEqual(["exploratory", "exploratory"]);
    expect(await drawnSection({ kind: "interim" })).not.toMatch(/0\.012/);
  });

  it("has the status beside the tests that are clustered by person and story", async () => {
    const drawnSection = (status: ResultStatus) =>
      drawnMarkup(
        createElement(ClusteredComparisonSection, {
          stored: { views: [view], isStale: false },
          status,
          analysesHref: "#",
          fileHref: (_, file) => file,
        }),
      );
    expect(rowsOf(await drawnSection({ kind: "exploratory" }))).toEqual(["exploratory", "exploratory"]);
    expect(await drawnSection({ kind: "interim" })).not.toMatch(/0\.012/);
  });
});
