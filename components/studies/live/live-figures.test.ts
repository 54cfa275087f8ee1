import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import { filesOfFigure } from "@/lib/domain/results/analysis/analyse-study.ts";
import { cellsFigure } from "@/lib/domain/results/analysis/cells-figure.ts";
import { consortFigure } from "@/lib/domain/results/analysis/consort-figure.ts";
import { exploratory, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { drawVega } from "@/lib/domain/results/testing/draw-vega.ts";
import { flowView, runningView } from "@/lib/domain/results/views/course-view.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { viewFiles } from "@/lib/domain/results/views/view-files.ts";
import { listMarginalCounts } from "@/lib/domain/survey/design.ts";
import type { LiveStudy } from "@/lib/domain/survey/live/live-study.ts";
import { prepareLiveCells } from "@/lib/domain/survey/live/prepare-cells.ts";
import { type FlowTally, prepareConsort } from "@/lib/domain/survey/live/prepare-consort.ts";
import { computeCompletion, prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { prepareTimes } from "@/lib/domain/survey/live/prepare-times.ts";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { timeBucket } from "@/lib/domain/survey/time-bucket.ts";
import { CellGridFigure } from "./cell-grid.tsx";
import { FlowView } from "./flow-view.tsx";
import { LiveView } from "./live-view.tsx";

const study: LiveStudy = {
  items: [0, 1, 2].map((place) => ({ id: `i${place}`, label: `S${place}`, text: "", story: "Story" })),
  conditions: ["a", "b"].map((id) => ({ id, label: id })),
  strata: [
    { id: "old", label: "Old", isOpen: false },
    { id: "open", label: "Outside quotas", isOpen: true },
  ],
  margins: listMarginalCounts({ strata: 1, items: 3, conditions: 2, perStratumItem: 4, itemsPerSession: 1 }),
  itemsPerSession: 1,
};
const screens = listScreens(street2024Protocol(), 1);

it.each([0, 7])("a running study shows no bare number, with %i sessions that ended", async (ended) => {
  const flow = prepareFlow(
    screens,
    [
      { key: "consent", event: "left", count: 3 * ended },
      { key: "statement-story", event: "shown", count: 2 * ended },
      { key: "statement-story", event: "left", count: ended },
      { key: "", event: "complete", count: ended },
    ],
    Math.floor(ended / 2),
  );
  const shown = {
    progress: prepareStrata(study, [{ stratumId: "old", answers: ended }]),
    cells: prepareLiveCells(study, [{ itemVersionId: "i1", conditionId: "b", filled: Math.min(4, ended), open: 0 }]),
    flow,
    completion: computeCompletion(flow, 1),
    times: prepareTimes(
      screens,
      ended === 0 ? [] : [{ key: "statement-story", bucket: timeBucket(61_500), count: ended }],
    ),
  };
  const view = createElement(LiveView, {
    stage: "main",
    readAt: "2026-11-22T12:00:00Z",
    isRunning: true,
    active: 1,
    isActiveCapped: false,
    ...shown,
    arrivals: null,
    cellPage: null,
    cellPageHref: (page: number) => `?cells=${page}`,
    fileHref: (file: string) => `/${file}`,
  });
  const router = { refresh: () => undefined } as never;
  const drawn = renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: router }, view));
  const tree = figureTree(drawn);
  const taken = runningView(shown);
  expect(listViewViolations(taken)).toEqual([]);
  const names = viewFiles(taken, "0", null).map(({ name }) => name);
  const cells = cellsFigure(shown.cells);
  names.push(...filesOfFigure(cells).map(({ name }) => name));
  expect((await drawVega(cells.vegaLite)).complaints).toEqual([]);
  for (const file of offeredFiles(tree)) expect(names).toContain(file);
  expect(untaken(tree)).toEqual([]);
});

it("lists the cells of some items at a time, however many there are", () => {
  const items = Array.from({ length: 120 }, (_, place) => ({
    id: `i${place}`,
    label: `Item ${place}`,
    text: "",
    story: "s",
  }));
  const grid = prepareLiveCells({ ...study, items }, []);
  const drawn = (page: number | null) =>
    renderToStaticMarkup(createElement(CellGridFigure, { grid, page, pageHref: (to) => `?cells=${to}` }));
  expect(drawn(null).match(/<tr>/g)).toHaveLength(51);
  expect(drawn(null)).toContain('href="?cells=2"');
  const last = drawn(9);
  expect(last.match(/<tr>/g)).toHaveLength(21);
  expect(last).toContain("Item 119");
  expect(last).not.toContain("Next items");
});

it("the flow of people shows no bare number, and every table and figure of it can be taken away", async () => {
  const came = (arm: string | null, outcome: FlowTally["outcome"], count: number): FlowTally => ({
    arm,
    outcome,
    isUnderWay: false,
    isWaiting: false,
    isSurplus: false,
    count,
  });
  for (const tallies of [
    [
      came(null, "no-consent", 2),
      came("a", "complete", 8),
      came("a", "withdrawn", 1),
      came("b", "complete", 5),
      came("b", null, 4),
    ],
    [came("a", null, 1)],
  ]) {
    const consort = prepareConsort(tallies, 1);
    const props = {
      flow: { consort, later: null, hasBetween: true, lacking: 0 },
      status: exploratory,
      studyId: "s",
      canWrite: false,
      topUp: async () => null,
    };
    const tree = figureTree(renderToStaticMarkup(createElement(FlowView, props as never)));
    expect(untaken(tree)).toEqual([]);
    const taken = flowView(consort);
    expect(listViewViolations(taken)).toEqual([]);
    const { svg, vegaLite } = consortFigure(consort, exploratory);
    expect(svg).toContain(`Arrived: ${consort.arrived}`);
    expect((await drawVega(vegaLite)).complaints).toEqual([]);
    expect(JSON.stringify(vegaLite)).toContain('"place":"a: completed"');
    const names = [...viewFiles(taken, "0", null).map(({ name }) => name), "consort.svg", "consort.vl.json"];
    for (const file of offeredFiles(tree)) expect(names).toContain(file);
  }
});

it("the flow of people whose data are not locked is marked in page and files, and drop-out is not tested", () => {
  const came = (arm: string, outcome: FlowTally["outcome"], count: number): FlowTally => ({
    ...{ arm, outcome, isUnderWay: false, isWaiting: false, isSurplus: false, count },
  });
  const consort = prepareConsort([came("a", "complete", 20), came("b", "complete", 8), came("b", "withdrawn", 12)], 1);
  const pageUnder = (status: ResultStatus) => {
    const props = {
      flow: { consort, later: null, hasBetween: true, lacking: 0 },
      status,
      studyId: "s",
      canWrite: false,
    };
    return renderToStaticMarkup(createElement(FlowView, { ...props, topUp: async () => null } as never));
  };
  expect(pageUnder(exploratory)).toContain("Drop-out differs between conditions");
  const interim = { kind: "interim" } as const;
  const page = pageUnder(interim);
  expect(page).toContain("Interim, data not locked");
  for (const test of ["Differential drop-out", "differs", "drop-out.csv"]) expect(page).not.toContain(test);
  const files = new Map(viewFiles(flowView(consort), "0", interim).map(({ name, content }) => [name, content]));
  expect(files.get("arms.csv")).toMatch(/status\r\n.*"interim, data not locked"\r\n/);
  expect(files.get("drop-out.csv")).not.toContain("Drop-out, p");
  const { svg, vegaLite } = consortFigure(consort, interim);
  for (const figure of [svg, JSON.stringify(vegaLite), files.get("drop-out.svg")])
    expect(figure).toContain("Status: interim, data not locked.");
});
