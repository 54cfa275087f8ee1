import type { RunDifference } from "../../../models/registry-view.ts";
import type { ModelRunFacts } from "../../model/model-run.ts";
import type { RunSlice } from "../../model/score-run.ts";
import { count, estimate, refusedView, shownView, test, textCell, type View, type ViewCell } from "../view.ts";

const runsHead = {
  id: "runs",
  title: "Runs of a model",
  lead: "Accuracy by the newest keys, with a 95% interval over stories, or source groups if a group has several stories. Unparsed answers count as wrong; “Right, without unparsed” excludes them.",
};

/** The rows of one run on its model's page: all answers, then each subset if there are several. */
export function partsOfRun(figures: NonNullable<ModelRunFacts["figures"]>): RunSlice[] {
  const { slices } = figures;
  return [{ name: "All answers", ...figures }, ...(slices.length > 1 ? slices : [])];
}

/** The tables of a model's page as one view, in the same order; runs that are not computed yet are omitted. */
export function runsView(
  model: string,
  runs: readonly Pick<ModelRunFacts, "source" | "benchmark" | "figures">[],
): View {
  const computedRuns = runs.flatMap(({ figures, ...run }) => (figures ? [{ ...run, figures }] : []));
  if (computedRuns.length === 0) return refusedView(runsHead, "No run of this model has been computed yet.");
  return shownView(runsHead, {
    tables: [
      {
        name: "runs",
        caption: `Accuracy of ${model} in each run and its parts`,
        columns: ["Run", "Benchmark", "Part", "Right", "Unparsed", "Right, without unparsed", "Without key"],
        rows: computedRuns.flatMap(({ source, benchmark, figures }) =>
          partsOfRun(figures).map(({ name, share, parsed, unparsed, withoutKey }): ViewCell[] => [
            textCell(source),
            textCell(benchmark),
            textCell(name.replaceAll(";", ", ")),
            estimate(share),
            count(unparsed),
            estimate(parsed),
            count(withoutKey),
          ]),
        ),
      },
    ],
  });
}

const pairHead = {
  id: "run-pair",
  title: "Differences between two runs",
  lead: "Compares two runs item by item, on the items that both answered. Positive: the first run is right more often.",
};

/** The differences of two runs, with the items that only one of them has right. */
export function runPairView(difference: RunDifference): View {
  const { first, second, n, items } = difference;
  if (n === 0) return refusedView(pairHead, "The two runs have no answer to the same item.");
  return shownView(pairHead, {
    tables: [
      {
        name: "run-pair",
        caption:
          "First minus second run on the items that both answered; McNemar’s exact p treats items as independent",
        columns: [
          "First run",
          "Second run",
          "First minus second",
          `Test over ${difference.clusterWords.many}`,
          "McNemar",
          "Both right",
          "Only the first",
          "Only the second",
          "Neither",
          "Only in one run, or without a key",
        ],
        rows: [
          [
            textCell(first),
            textCell(second),
            estimate({ ...difference, value: difference.difference }, "points"),
            test(difference.clusteredP, n),
            test(difference.p, n),
            count(difference.bothRight),
            count(difference.firstOnly),
            count(difference.secondOnly),
            count(difference.neither),
            count(difference.unmatched),
          ],
        ],
      },
      ...(items.length === 0
        ? []
        : [
            {
              name: "run-pair-items",
              caption: `The first ${items.length} items on which they differ`,
              columns: ["Item", "Condition", "First run", "Second run", "Right"],
              rows: items.map(({ item, condition, first: one, second: other, isFirstRight }): ViewCell[] => [
                textCell(item),
                textCell(condition.replaceAll(";", ", ") || "none named"),
                textCell(one ?? "unparsed"),
                textCell(other ?? "unparsed"),
                textCell(isFirstRight ? "the first" : "the second"),
              ]),
            },
          ]),
    ],
  });
}
