import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import { checksView, plannerView, stagesView } from "@/lib/domain/results/views/design-views.ts";
import { listViewViolations, type View } from "@/lib/domain/results/views/view.ts";
import { viewFile, viewFiles } from "@/lib/domain/results/views/view-files.ts";
import { finish } from "@/lib/domain/steps.ts";
import { accuracyByRewording, type PilotAnswer, preparePilot } from "@/lib/domain/survey/live/prepare-pilot.ts";
import { street2024Design } from "@/lib/domain/survey/presets/street-2024.ts";
import { forecastStudy } from "@/lib/domain/survey/studies/planner.ts";
import { StagesView } from "./live/stages-view.tsx";
import { PlannerSection } from "./planner-section.tsx";
import { ChecksSection } from "./responses/checks-section.tsx";

/** Every table of the page names a file, which the view has, and the links to it are there. */
function expectTaken(view: View, page: ReactElement, tables: readonly string[]) {
  const tree = figureTree(renderToStaticMarkup(page));
  expect(untaken(tree)).toEqual([]);
  expect(listViewViolations(view)).toEqual([]);
  const names = viewFiles(view, "0", null).map(({ name }) => name);
  const offered = offeredFiles(tree);
  for (const file of offered) expect(names).toContain(file);
  for (const table of tables) expect(offered).toContain(`${table}.csv`);
}

it("how people did at checks can be taken away", () => {
  const check = { key: "check.a", title: "Attention", policy: "flag" as const, passedFirst: 3, passedLater: 1 };
  const checks = [
    { ...check, met: 5, missed: 1, interval: { low: 0.036, high: 0.624 } },
    { ...check, key: "check.b", met: 0, missed: 0, interval: null },
  ];
  const later = { checks, lockedAt: "2026-03-04T10:00:00.000Z" };
  const found = { checks, later: null, missedChecks: null, people: 0, answers: 0, reversed: 0 };
  const view = checksView(checks);
  const status = { kind: "interim" } as const;
  const section = createElement(ChecksSection, { found, status, studyId: "s" });
  expectTaken(view, section, ["checks"]);
  expect(renderToStaticMarkup(section)).toContain("Interim, data not locked");
  const reopened = createElement(ChecksSection, { found: { ...found, later }, status, studyId: "s" });
  expect(renderToStaticMarkup(reopened)).toContain("Status: planned, amended after data.");
  expect(viewFile(view, "checks", "csv", null)).toContain("Attention,is flagged,5,3,1,1,0.2,0.036,0.624,5,");
});

it("the report of a pilot can be taken away", () => {
  const answers = Array.from({ length: 24 }, (_, place): PilotAnswer => {
    const item = `i${place % 2}`;
    return { item, person: `p${place >> 1}`, isCorrect: place % 2 === 0 || place > 18, reasonId: null };
  });
  const items = preparePilot(["i0", "i1", "i2"], answers).map((row) => ({
    ...row,
    name: row.item,
    text: "A text.",
    newest: row.item === "i1" ? "Another text." : null,
    reasons: [],
    leftOut: null,
  }));
  const accuracy = finish(accuracyByRewording(answers, (item) => item === "i1"));
  const before = { id: "b", name: "Before", stage: "pilot", status: "closed" };
  const page = createElement(StagesView, {
    studyId: "s",
    benchmarkId: "b",
    isPilot: false,
    hasLists: false,
    design: street2024Design("s"),
    canWrite: false,
    stages: {
      report: { stored: { document: { accuracy, cutAt: null } } },
      items,
      reworded: ["i1"],
      next: { all: 2, remaining: 2, reworded: 0 },
      before,
      after: [],
    },
    status: { kind: "interim" },
    consort: null,
    times: [],
    page: 1,
    reword: async () => null as never,
    leaveOut: async () => null as never,
    keep: async () => null as never,
    startNext: async () => null as never,
  });
  const view = stagesView(items, accuracy);
  expectTaken(view, page, ["items", "rewording"]);
  expect(renderToStaticMarkup(page)).toContain("Interim, data not locked");
  for (const name of ["items", "rewording"]) {
    const [head, ...rows] = viewFile(view, name, "csv", { kind: "interim" })!.trimEnd().split("\r\n");
    expect(head).toMatch(/,status$/);
    for (const row of rows) expect(row).toMatch(/,"interim, data not locked"$/);
  }
  expect(viewFile(view, "items", "csv", { kind: "interim" })).toMatch(/\ni2,0,,,,0,/);
});

it.each([1, 29_120])("the planner's tables can be taken away, with %i sessions", (sessions) => {
  const query = {
    minutes: 6,
    pay: 12,
    currency: "EUR",
    fee: 0.25,
    dropOut: 0.15,
    accuracy: 0.65,
    story: 0.01,
    person: 0.05,
  };
  const forecast = forecastStudy({
    sessions,
    itemsPerSession: 1,
    items: 140,
    conditions: 4,
    minutes: 6,
    payPerHour: 12,
    fee: 0.25,
    dropOut: 0.15,
    accuracy: 0.65,
  });
  const page = createElement(PlannerSection, {
    studyId: "s",
    forecast,
    query,
    measured: null,
    isKept: true,
    keepAction: null,
  });
  expectTaken(plannerView(forecast, query.accuracy), page, ["majority"]);
});
