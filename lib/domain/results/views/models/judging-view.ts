import type { JudgeableRun } from "../../../models/judging/fold-judgements.ts";
import type { JudgeAgreement, JudgedRun } from "../../../models/judging/judging-report.ts";
import { count, estimate, refusedView, shownView, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "judging",
  title: "Open-ended answers",
  lead: "Answers that models gave without seeing the options, matched to one of the two options by judges.",
};

/** The results of every run according to each of its judges, and the agreement of judging models with people. */
export function judgingView(
  runs: readonly Omit<JudgeableRun, "modelId">[],
  results: readonly JudgedRun[],
  agreement: readonly JudgeAgreement[],
): View {
  if (runs.length === 0) return refusedView(head, "There are no open-ended answers yet.");
  return shownView(head, {
    sentences: [
      "Answers that align with neither option, and unclear ones, are unparsed: they count as wrong by default; the column “Right, filtered” excludes them, as in the paper. Intervals are clustered by story, or by source group where the items have them.",
    ],
    tables: [
      {
        name: "judged-runs",
        caption: "Open-ended answers by run and judge",
        columns: ["Model", "Run", "Judge", "Answers", "Judged", "Right", "Right, filtered", "Neither", "Unclear"],
        rows: runs.flatMap((run) => rowsOf(run, results)),
      },
      ...(agreement.length === 0
        ? []
        : [
            {
              name: "judge-agreement",
              caption: "Agreement of judging models with people on the answers that both judged",
              columns: ["Judge", "Same verdict", "Cohen’s kappa"],
              rows: agreement.map(({ judge, n, agreement: share, kappa }): ViewCell[] => [
                textCell(judge),
                estimate({ ...share, n }),
                n === 0
                  ? estimate(
                      { value: null, low: null, high: null, n, reason: "No answer was judged by both." },
                      "number",
                    )
                  : estimate({ ...kappa, n }, "number"),
              ]),
            },
          ]),
    ],
  });
}

function rowsOf(run: Omit<JudgeableRun, "modelId">, results: readonly JudgedRun[]): ViewCell[][] {
  const runResults = results.filter(({ runId }) => runId === run.id);
  const head = [textCell(run.model), textCell(run.source)];
  if (runResults.length === 0)
    return [
      [
        ...head,
        textCell("none yet"),
        count(run.answers),
        count(0),
        estimate({ value: null, low: null, high: null, n: 0, reason: "No answer has been judged." }),
        estimate({ value: null, low: null, high: null, n: 0, reason: "No answer has been judged." }),
        count(0),
        count(0),
      ],
    ];
  return runResults.map(({ judge, judged, right, wrong, neither, unclear, accuracy, filtered }) => [
    ...head,
    textCell(judge ?? "people"),
    count(run.answers),
    count(judged),
    estimate({ ...accuracy, n: judged }),
    estimate({ ...filtered, n: right + wrong }),
    count(neither),
    count(unclear),
  ]);
}
