import { sliceTitle, sliceValue, sortSlices } from "../../../epistemic/artefacts/slice-labels.ts";
import type { DisputedProblem, RaterVote } from "../../../epistemic/evaluation/fold-raters.ts";
import {
  type AnswerCounts,
  errorSlices,
  type HumanEvaluationReport,
} from "../../../epistemic/evaluation/human-evaluation.ts";
import { twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { type CeilingLine, ceilingLines, ceilingOfCounts } from "../../comparison/human-ceiling.ts";
import type { ResultTiePolicy } from "../../model/majority.ts";
import {
  count,
  estimate,
  mark,
  refusedView,
  shownView,
  textCell,
  type View,
  type ViewCell,
  type ViewTable,
} from "../view.ts";

const head = {
  id: "raters",
  title: "Raters and models on problems of knowledge",
  lead: "Share of right answers by source of error: the tables of the page “Raters and errors”, for download.",
};

/** The name of the table and figure of correct answers by one source of error. */
export function raterTableName(slice: (typeof errorSlices)[number]): string {
  return `by-${slice.replaceAll("_", "-")}`;
}

/** People or one model, with the report of their answers. */
export interface RaterGroup {
  label: string;
  side: "people" | "models";
  report: HumanEvaluationReport;
}

/**
 * The agreement of raters, as lines of a figure of correct answers; each problem is independent.
 *
 * @param ties how a tie of the majority counts
 */
export function raterCeiling(votes: readonly RaterVote[], ties: ResultTiePolicy): CeilingLine[] {
  const counts = votes.map(({ right, n, isFalseRight }, index) => ({
    correct: right,
    n,
    isFalseRight,
    cluster: { kind: "story" as const, id: String(index) },
  }));
  return ceilingLines(ceilingOfCounts(counts, ties));
}

/**
 * The tables of raters: accuracy overall and by each source of error, the answers, each rater separately, and the
 * problems that someone got wrong.
 *
 * @param ceiling the agreement of raters (`raterCeiling`)
 * @param raters the names of the raters if each has a column in the table of disputed problems; null if there are too
 * many
 */
export function raterView(
  groups: readonly RaterGroup[],
  ceiling: readonly CeilingLine[] = [],
  disputed: readonly DisputedProblem[] = [],
  raters: readonly string[] | null = null,
): View {
  const answeringGroups = groups.filter(({ report }) => report.all.n > 0);
  if (answeringGroups.length === 0) return refusedView(head, "No answers yet.");
  const people = answeringGroups.find(({ side }) => side === "people");
  return shownView(head, {
    sentences: [
      "Every answer except the right one counts as wrong, including “not enough information” and unparsed answers; tied log-probabilities count as half right. Intervals are 95%, with raters and problems as clusters where there are at least five of them.",
      twoWayNote,
    ],
    tables: [
      ...errorSlices.map((slice) => ({
        name: raterTableName(slice),
        caption: `Right answers by ${sliceTitle[slice]}`,
        columns: [sliceTitle[slice], ...answeringGroups.map(({ label }) => label)],
        rows: [
          ...valuesOf(answeringGroups, slice).map((value): ViewCell[] => [
            textCell(sliceValue(slice, value)),
            ...answeringGroups.map(({ report }) =>
              accuracyCell(report.slices[slice].find((one) => one.value === value)?.counts),
            ),
          ]),
          [textCell("All"), ...answeringGroups.map(({ report }) => accuracyCell(report.all))],
        ],
      })),
      {
        name: "answers",
        caption: "Answers",
        columns: ["Who", "Answers", "Right", "“Not enough information”", "Cannot be read"],
        rows: answeringGroups.map(({ label, report: { all } }) => [
          textCell(label),
          count(all.n),
          accuracyCell(all),
          count(all.notEnoughInformation),
          count(all.unparsed),
        ]),
      },
      ...(people
        ? [
            {
              name: "raters",
              caption: "Right answers of each rater",
              columns: ["Rater", "Right"],
              rows: people.report.byRater.map(({ rater, counts }): ViewCell[] => [
                textCell(rater),
                accuracyCell(counts),
              ]),
            },
          ]
        : []),
      ...(disputed.length > 0 ? [disputedTable(disputed, raters)] : []),
    ],
    figures: errorSlices.map((slice) => ({
      name: raterTableName(slice),
      title: `Right answers by ${sliceTitle[slice]}`,
      unit: "share" as const,
      marks: valuesOf(answeringGroups, slice).flatMap((value) =>
        answeringGroups.flatMap(({ label, side, report }) => {
          const counts = report.slices[slice].find((one) => one.value === value)?.counts;
          const row = `${sliceValue(slice, value)} · ${label}`;
          return counts
            ? [mark(row, side === "people" ? "person" : "model", { ...counts, value: counts.accuracy })]
            : [];
        }),
      ),
      lines: [{ label: "chance", value: 0.5 }, ...ceiling],
    })),
  });
}

function disputedTable(disputed: readonly DisputedProblem[], raters: readonly string[] | null): ViewTable {
  return {
    name: "disputed",
    caption: "Problems with at least one wrong answer",
    columns: ["Problem", "Hypothesis", "Setup", "Key", "Right", "Wrong", "No answer", ...(raters ?? [])],
    rows: disputed.map(({ externalId, hypothesis, setup, gold, answers, counts }): ViewCell[] => [
      textCell(externalId),
      textCell(hypothesis),
      textCell(sliceValue("setup", setup)),
      textCell(gold),
      count(counts.right),
      count(counts.wrong),
      count(counts.none),
      ...(raters ?? []).map((_, raterIndex) => textCell(answers[raterIndex] ?? "no answer")),
    ]),
  };
}

function valuesOf(groups: readonly RaterGroup[], slice: (typeof errorSlices)[number]): string[] {
  const values = new Set(groups.flatMap(({ report }) => report.slices[slice].map(({ value }) => value)));
  return sortSlices([...values].map((value) => ({ value }))).map(({ value }) => value);
}

function accuracyCell(counts: AnswerCounts | undefined): ViewCell {
  if (!counts) return estimate({ value: null, low: null, high: null, n: 0, reason: "No answers." });
  return estimate({ ...counts, value: counts.accuracy });
}
