import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { figureTree } from "@/components/testing/figure-tree.ts";
import { likeNamed } from "@/components/testing/like-named.ts";
import { untaken } from "@/components/testing/untaken.ts";
import {
  errorSlices,
  type RatedAnswer,
  reportHumanEvaluation,
} from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { agreementOfRaters } from "@/lib/domain/epistemic/evaluation/rater-agreement.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { ceilingLegend } from "@/lib/domain/results/comparison/human-ceiling.ts";
import { raterCeiling, raterTableName, raterView } from "@/lib/domain/results/views/people/rater-view.ts";
import { listViewViolations, viewSchema } from "@/lib/domain/results/views/view.ts";
import { viewFile } from "@/lib/domain/results/views/view-files.ts";
import { AccuracyTable } from "./accuracy-table.tsx";
import { RaterAnswerTable } from "./answer-table.tsx";
import { DisputedTable } from "./disputed-table.tsx";
import { EvaluationStats } from "./evaluation-stats.tsx";

/** So many raters' answers to so many problems, some of them wrong. */
function answersOf(raters: number, problems: number): RatedAnswer[] {
  return Array.from({ length: problems }, (_, problem) =>
    Array.from({ length: raters }, (_, rater): RatedAnswer => {
      const row = {
        premise: `Premise ${problem}`,
        hypothesis: `Hypothesis ${problem}`,
        label: problem % 2 === 0 ? "entailment" : "not_entailment",
        setup: "forehead",
        names: ["Ana", "Ben"],
        n_announcements: problem % 3,
        hypothesis_depth: problem % 2,
      } as unknown as MindgamesRow;
      return { row, rater: `Rater ${rater + 1}`, answer: (problem + rater) % 4 === 0 ? "false" : "true" };
    }),
  ).flat();
}

it("gives no two things the same name", () => {
  for (const [raters, problems] of [
    [8, 12],
    [2, 12],
    [1, 3],
  ] as const) {
    const answers = answersOf(raters, problems);
    const people = reportHumanEvaluation(answers);
    const names = [...new Set(answers.map(({ rater }) => rater))];
    const groups = [{ label: "People", side: "people" as const, report: people }];
    const evaluation = {
      items: problems,
      raters: names.map((label) => ({ label, answered: problems, isFinished: true })),
      raterCount: names.length,
      people,
      agreement: agreementOfRaters(answers),
    };
    const votes = Array.from({ length: problems }, (_, problem) => {
      const given = answers.filter(({ row }) => row.hypothesis === `Hypothesis ${problem}`);
      const right = given.filter(({ row, answer }) => (row.label === "entailment") === (answer === "true"));
      return { right: right.length, n: given.length, isFalseRight: given[0]?.row.label !== "entailment" };
    });
    const ceiling = raterCeiling(votes, "half");
    expect(ceiling.length > 0).toBe(raters > 1);
    const drawn = createElement(
      Fragment,
      null,
      createElement("p", null, ceilingLegend(ceiling)),
      createElement(EvaluationStats, { evaluation }),
      ...errorSlices.map((slice) => createElement(AccuracyTable, { key: slice, slice, groups, ceiling })),
      createElement(RaterAnswerTable, { groups }),
    );
    expect(likeNamed(figureTree(renderToStaticMarkup(drawn)))).toEqual([]);
    const disputed = [
      {
        itemVersionId: "i",
        externalId: "P1",
        setup: "forehead",
        hypothesis: "Hypothesis 0",
        gold: "true" as const,
        answers: names.map(() => "false" as const),
        counts: { right: 0, wrong: names.length, none: 0 },
      },
    ];
    const fileHref = (file: string) => `/${file}`;
    const taken = [...errorSlices.map(raterTableName), "answers", "raters", "disputed"];
    const page = createElement(
      Fragment,
      null,
      drawn,
      createElement(DisputedTable, { disputed, raters: names }),
      ...taken.map((name) => createElement(TableDownloads, { key: name, name, fileHref })),
    );
    expect(untaken(figureTree(renderToStaticMarkup(page)))).toEqual([]);
    const view = raterView(groups, ceiling, disputed, names);
    for (const name of taken) expect(viewFile(view, name, "csv", null), name).not.toBeNull();
    expect(viewFile(view, "disputed", "csv", null)).toContain(`P1,Hypothesis 0,`);
    for (const { lines } of view.figures) expect(lines).toEqual([{ label: "chance", value: 0.5 }, ...ceiling]);
    expect(listViewViolations(view)).toEqual([]);
    expect(viewSchema.parse(view)).toEqual(view);
  }
});
