import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { offeredFiles } from "@/components/testing/untaken.ts";
import type { ParityCounts } from "@/lib/domain/results/preparation/parity-page.ts";
import { comparedAnswers, parityView } from "@/lib/domain/results/views/models/parity-view.ts";
import { numbersWithoutUncertainty } from "@/lib/domain/results/views/view.ts";
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
    total: 0,
    page: 1,
    pages: 1,
  };
  const drawn = renderToStaticMarkup(createElement(ParityView, { studyId: "s", page, base: "/", actions: null }));
  const tree = figureTree(drawn);
  const view = parityView(page.counts, []);
  expect(numbersWithoutUncertainty(view)).toEqual([]);
  const names = viewFiles(view, "0", null).map(({ name }) => name);
  const offered = offeredFiles(tree);
  for (const file of offered) expect(names).toContain(file);
  expect(offered.length > 0).toBe(comparedAnswers(page.counts) > 0);
});
