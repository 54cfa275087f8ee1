import { formatShare } from "../../../format/figures.ts";
import { medianOf, percentilesOf } from "../../../statistics/basics/percentiles.ts";
import { clusteredEstimate, twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../../statistics/clustered/interval-note.ts";
import { clusteredRegression, estimateCoefficient } from "../../../statistics/regression/clustered-regression.ts";
import type { ScoredAnswer } from "../../model/single-answers.ts";
import { attributeGroups, listBreakdowns } from "../../preparation/prepare-depth.ts";
import { answerClusters, type Material, usableClusters } from "../material.ts";
import { descriptiveNumber, estimate, refusedView, shownView, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "times",
  title: "Response times",
  lead: "From the time when the question was first sent to the arrival of the answer, by the server's clock. Times are skewed, so means are geometric: the exponential of the mean logarithm.",
};

/** Times by correctness, condition, level and person. */
export function timesView({ scored, results, perPerson }: Material): View {
  const timedAnswers = scored.filter(({ seconds }) => seconds > 0);
  if (timedAnswers.length < 5)
    return refusedView(head, `Requires at least 5 timed answers; there are ${timedAnswers.length}.`);
  const items = results.items;
  const attributes = listBreakdowns(items).flatMap((name) => attributeGroups(items, name) ?? []);
  const groups: { by: string; of: (answer: ScoredAnswer) => string | null }[] = [
    { by: "Answer", of: ({ right }) => (right === 1 ? "right" : "wrong") },
    { by: "Condition", of: ({ cell }) => cell.condition.label },
    ...attributes.map(({ key, groupOf }) => ({ by: key, of: ({ cell }: ScoredAnswer) => groupOf(cell.item) })),
  ];
  return shownView(head, {
    sentences: [rightAgainstWrongSentence(timedAnswers), twoWayNote],
    tables: [
      {
        name: "times",
        caption: "Geometric mean time of an answer in seconds, with 95% intervals over people and stories",
        columns: ["By", "Group", "Seconds", "Median"],
        rows: [
          timeRow("All", "all answers", timedAnswers),
          ...groups.flatMap(({ by, of }) => {
            const values = [...new Set(timedAnswers.flatMap((answer) => of(answer) ?? []))].sort((left, right) =>
              left.localeCompare(right, "en", { numeric: true }),
            );
            return values.length > 12
              ? []
              : values.map((value) =>
                  timeRow(
                    by,
                    value,
                    timedAnswers.filter((answer) => of(answer) === value),
                  ),
                );
          }),
        ],
      },
      {
        name: "times-by-person",
        caption: "People by their geometric mean time",
        columns: ["Quantile of people", "Seconds"],
        rows: personQuantiles(timedAnswers, perPerson.length),
      },
    ],
  });
}

function timeRow(by: string, group: string, answers: readonly ScoredAnswer[]): ViewCell[] {
  const { median } = medianOf(answers.map(({ seconds }) => seconds));
  return [
    textCell(by),
    textCell(group),
    estimate(geometricMean(answers), "seconds"),
    descriptiveNumber(median, answers.length, "seconds"),
  ];
}

function geometricMean(answers: readonly ScoredAnswer[]) {
  const estimate = clusteredEstimate(
    answers.map(({ seconds }) => Math.log(seconds)),
    answerClusters(answers),
    { unit: "answers" },
  );
  const { value, low, high, n } = estimate;
  const reason = estimate.reason ?? findApproximateNote(estimate);
  const exponentiate = (one: number | null) => (one === null ? null : Math.exp(one));
  return { value: exponentiate(value), low: exponentiate(low), high: exponentiate(high), n, reason };
}

function rightAgainstWrongSentence(timed: readonly ScoredAnswer[]): string {
  const fit = clusteredRegression(
    timed.map(({ seconds }) => Math.log(seconds)),
    timed.map(({ right }) => [1, right]),
    usableClusters(answerClusters(timed), timed.length),
  );
  const difference = fit && estimateCoefficient(fit, 1);
  if (!difference || difference.low === null || difference.high === null)
    return "Right and wrong answers cannot be compared: the times do not vary, or all answers are right or all are wrong.";
  const share = (value: number) => formatShare(Math.exp(value) - 1);
  return `Right answers take ${share(difference.value)} more time than wrong ones (95% interval ${share(difference.low)} to ${share(difference.high)}; n = ${timed.length} answers; a negative number means less time).`;
}

function personQuantiles(timed: readonly ScoredAnswer[], people: number): ViewCell[][] {
  const sums = Array.from({ length: people }, () => ({ sum: 0, n: 0 }));
  for (const { person, seconds } of timed) {
    sums[person]!.sum += Math.log(seconds);
    sums[person]!.n += 1;
  }
  const means = sums.flatMap(({ sum, n }) => (n === 0 ? [] : [Math.exp(sum / n)]));
  const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
  const { percentiles } = percentilesOf(means, shares);
  return shares.map((share, index) => [
    textCell(formatShare(share, 0)),
    descriptiveNumber(percentiles[index] ?? null, means.length, "seconds"),
  ]);
}
