import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { offeredFiles, untaken } from "@/components/testing/untaken.ts";
import type { ArtefactSummary } from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { sliceNames } from "@/lib/domain/epistemic/artefacts/slices.ts";
import { artefactsView } from "@/lib/domain/results/views/collections/artefacts-view.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { viewFile, viewFiles } from "@/lib/domain/results/views/view-files.ts";
import { ArtefactTables } from "./artefact-tables.tsx";

const accuracy = { n: 40, premises: 12, estimate: 0.62, low: 0.5, high: 0.74, reason: null };
const report: ArtefactSummary = {
  rows: 40,
  premises: 12,
  folds: 5,
  training: null,
  majority: 0.55,
  baselines: (["hypothesis_only", "premise_blind", "lexical"] as const).map((name) => ({
    name,
    sees: "words",
    accuracy,
    slices: Object.fromEntries(
      sliceNames.map((slice) => [
        slice,
        slice === "setup" ? [{ value: "forehead", accuracy: { ...accuracy, n: 3 }, majority: 2 / 3 }] : [],
      ]),
    ) as ArtefactSummary["baselines"][number]["slices"],
  })),
};

it("what baseline classifiers get right can be taken away, tables and figure", () => {
  const tree = figureTree(
    renderToStaticMarkup(createElement(ArtefactTables, { report, fileHref: (file) => `/${file}` })),
  );
  expect(untaken(tree)).toEqual([]);
  const view = artefactsView(report);
  expect(listViewViolations(view)).toEqual([]);
  const names = viewFiles(view, "0", null).map(({ name }) => name);
  for (const file of offeredFiles(tree)) expect(names).toContain(file);
  expect(viewFile(view, "baselines", "csv", null)).toContain("Hypothesis alone,words,0.62,0.5,0.74,40");
  expect(viewFile(view, "baselines-by-setup", "tex", null)).toContain("\\begin{tabular}");
});
