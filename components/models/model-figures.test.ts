import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { likeNamed } from "@/components/testing/like-named.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import { foldRun } from "@/lib/domain/results/model/fold-run.ts";
import { foldRunPairs } from "@/lib/domain/results/model/fold-run-pairs.ts";
import type { ModelRunFacts } from "@/lib/domain/results/model/model-run.ts";
import { runPairView, runsView } from "@/lib/domain/results/views/models/run-views.ts";
import { listViewViolations, type View } from "@/lib/domain/results/views/view.ts";
import { viewFiles } from "@/lib/domain/results/views/view-files.ts";
import { ModelRuns } from "./model-runs.tsx";
import { RunDifferenceView } from "./run-difference-view.tsx";

/** What a page shows without its n or interval, or without a file; the files that it offers are those of the view. */
function found(element: ReactElement, view: View): string[] {
  const tree = figureTree(renderToStaticMarkup(element));
  const names = viewFiles(view, "0", null).map(({ name }) => name);
  const missing = offeredFiles(tree).filter((file) => !names.includes(file));
  return [...untaken(tree), ...missing, ...listViewViolations(view)];
}
const noAction = async () => null;
const actions = {
  recomputeAction: noAction,
  updateRunAction: noAction,
  archiveRunAction: noAction,
  deleteRunAction: noAction,
  rereadAction: noAction,
};

/** Twelve items about so many stories, a third of which the run has wrong, or none. */
function itemsOf(stories: number) {
  return Array.from({ length: 12 }, (_, item) => ({
    id: `i${item}`,
    scored: { story: `s${item % stories}`, rightKeys: ["true"], attributes: { level: item % 3 } },
  }));
}

function runOf(stories: number, hasErrors: boolean): ModelRunFacts {
  const fold = foldRun();
  fold.add(itemsOf(stories));
  fold.add(
    itemsOf(stories).map(({ id }, item) => ({
      item: id,
      condition: item % 2 === 0 ? "story=story" : "story=no-story",
      answerKey: hasErrors && item % 3 === 1 ? (item === 4 ? null : "false") : "true",
      count: 1,
    })),
  );
  const figures = fold.finish();
  return {
    id: "r",
    source: "July",
    benchmarkId: "b",
    benchmark: "Benchmark",
    at: new Date(0),
    isArchived: false,
    fileName: "",
    fileSha256: "",
    settings: {},
    figures: {
      ...figures,
      parity: { verified: 12, mismatch: 0, unverified: 0 },
      readByOlder: 0,
      slices: figures.slices.level ?? [],
    },
  };
}

it.each([
  [12, true],
  [7, true],
  [2, true],
  [12, false],
  [1, false],
])("a model's page shows no bare number: %i stories, errors: %s", (stories, hasErrors) => {
  const runs = [runOf(stories, hasErrors)];
  expect(
    found(
      createElement(ModelRuns, {
        runs,
        states: [],
        here: "/",
        hrefOf: () => "/",
        slice: "level",
        fileHref: (file: string) => `/${file}`,
        canWrite: false,
        actions,
      }),
      runsView("Model", runs),
    ),
  ).toEqual([]);
  const pairs = foldRunPairs(["one", "other"]);
  pairs.add(itemsOf(stories));
  pairs.add(
    itemsOf(stories).map(({ id }, item) => ({
      item: id,
      version: id,
      condition: "",
      first: hasErrors && item % 3 === 1 ? "false" : "true",
      second: item % 4 === 0 ? "false" : "true",
      both: item > 0,
      isOtherVersion: false,
    })),
  );
  const difference = pairs.finish();
  expect(
    found(
      createElement(RunDifferenceView, {
        here: "/",
        withMismatches: true,
        items: "",
        runs: [{ id: "r", source: "July", benchmark: "Benchmark" }],
        first: "one",
        second: "other",
        difference,
        note: null,
        fileHref: (file: string) => `/${file}`,
      }),
      runPairView(difference),
    ),
  ).toEqual([]);
});

it("two runs of one source on different benchmarks share no name for different things", () => {
  const one = runOf(12, true);
  const other = { ...one, id: "another", benchmarkId: "b2", benchmark: "Another benchmark" };
  const page = createElement(ModelRuns, {
    runs: [one, other],
    states: [],
    here: "/research/models/m",
    hrefOf: (name: string) => `/research/models/m?by=${name}`,
    slice: "",
    fileHref: (file: string) => `/${file}`,
    canWrite: false,
    actions,
  });
  expect(likeNamed(figureTree(renderToStaticMarkup(page)))).toEqual([]);
});
