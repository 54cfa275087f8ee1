import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { untaken } from "@/components/testing/untaken.ts";
import { type JudgedRow, reportAgreement, reportRuns } from "@/lib/domain/models/judging/judging-report.ts";
import { judgingView } from "@/lib/domain/results/views/models/judging-view.ts";
import { listViewViolations } from "@/lib/domain/results/views/view.ts";
import { viewFile } from "@/lib/domain/results/views/view-files.ts";
import { JudgeAgreementTable } from "./judge-agreement-table.tsx";
import { JudgedRunTable } from "./judged-run-table.tsx";

const runs = ["r", "unjudged"].map((id) => ({ id, modelId: "m", model: "Model", source: id, answers: 12 }));

it.each([12, 2, 0])("what judges say of open-ended answers can be taken away, with %i of them", (answers) => {
  const rows = Array.from(
    { length: answers },
    (_, index): JudgedRow => ({
      runId: "r",
      story: `s${index % 6}`,
      isGroup: false,
      people: index % 4 === 3 ? [] : [index % 3 === 0 ? "false" : "true"],
      models: { Judge: index % 5 === 0 ? "na" : "true" },
    }),
  );
  const results = reportRuns(rows);
  const agreement = reportAgreement(rows);
  const fileHref = (file: string) => `/${file}`;
  const shown = [
    createElement(JudgedRunTable, { key: "runs", runs, results }),
    createElement(TableDownloads, { key: "files", name: "judged-runs", fileHref }),
    ...(agreement.length === 0
      ? []
      : [
          createElement(JudgeAgreementTable, { key: "agreement", agreement }),
          createElement(TableDownloads, { key: "its files", name: "judge-agreement", fileHref }),
        ]),
  ];
  const tree = figureTree(renderToStaticMarkup(createElement(Fragment, null, ...shown)));
  expect(untaken(tree)).toEqual([]);
  const view = judgingView(runs, results, agreement);
  expect(listViewViolations(view)).toEqual([]);
  expect(viewFile(view, "judged-runs", "csv", null)).toContain("Model,unjudged,none yet,12,0,");
  expect(viewFile(view, "judge-agreement", "csv", null) === null).toBe(agreement.length === 0);
});
