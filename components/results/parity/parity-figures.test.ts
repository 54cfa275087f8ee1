import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { offeredFiles } from "@/components/testing/untaken.ts";
import type { ParityCounts } from "@/lib/domain/results/preparation/parity-page.ts";
import { comparedAnswers, parityView } from "@/lib/domain/results/views/models/parity-view.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { viewFiles } from "@/lib/domain/results/views/view-files.ts";
import { ParityView } from "./parity-view.tsx";

const none: ParityCounts = {
  verified: 0,
  declared: 0,
  content: 0,
  presentation: 0,
  unproved: 0,
  otherVersion: 0,
  unmatched: 0,
};

it.each<[string, Partial<ParityCounts>]>([
  ["everything verified", { verified: 1_234, declared: 7 }],
  ["every way in which it may differ", { verified: 3, content: 2, presentation: 5, unproved: 1, unmatched: 4 }],
  ["nothing compared", {}],
])("the page of parity shows counts of what was compared and no bare number: %s", (_, counts) => {
  const page = {
    counts: { ...none, ...counts },
    uncounted: null,
    unsigned: 1,
    stimuli: [],
    models: [],
    total: 0,
    page: 1,
    pages: 1,
  };
  const drawn = renderToStaticMarkup(createElement(ParityView, { studyId: "s", page, base: "/", actions: null }));
  const tree = figureTree(drawn);
  const view = parityView(page.counts, []);
  expect(listViewViolations(view)).toEqual([]);
  const names = viewFiles(view, "0", null).map(({ name }) => name);
  const offered = offeredFiles(tree);
  for (const file of offered) expect(names).toContain(file);
  expect(offered.length > 0).toBe(comparedAnswers(page.counts) > 0);
});

it("a stimulus that differs leads to its evaluation in the study's wording, for people who may ask models", () => {
  const stimulus = {
    ...{ itemVersionId: "v", item: "i-1", kind: "yes-no", conditionKey: "", condition: "", shownHash: "h" },
    ...{ isContent: false, differs: [], models: ["One", "Two"], answers: 2, pieces: null, signed: null },
  };
  const page = {
    ...{ counts: { ...none, presentation: 2 }, uncounted: null, unsigned: 0, stimuli: [stimulus] },
    models: ["One", "Two"].map((model) => ({ model, kind: "yes-no", items: 3 })),
    ...{ total: 1, page: 1, pages: 1 },
  };
  const act = async () => null as never;
  const drawnFor = (actions: { sign: typeof act; revoke: typeof act; benchmarkId: string } | null) =>
    renderToStaticMarkup(createElement(ParityView, { studyId: "s", page, base: "/", actions }));
  const address =
    "/research/models/evaluations/new?about=b%2Fyes-no&amp;study=s&amp;model=One&amp;model=Two&amp;items=id+%3D+i-1";
  const drawn = drawnFor({ sign: act, revoke: act, benchmarkId: "b" });
  expect(drawn).toContain(`href="${address}"`);
  // One link for all items of a model.
  for (const model of ["One", "Two"])
    expect(drawn).toContain(`about=b%2Fyes-no&amp;study=s&amp;model=${model}&amp;differing=yes"`);
  expect(drawnFor(null)).not.toContain("/evaluations/new");
});
