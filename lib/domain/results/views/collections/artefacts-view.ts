import type { Accuracy, ArtefactSummary } from "../../../epistemic/artefacts/artefact-report.ts";
import { sliceTitle, sliceValue, sortSlices } from "../../../epistemic/artefacts/slice-labels.ts";
import { type SliceName, sliceNames } from "../../../epistemic/artefacts/slices.ts";
import { formatNumberOf, formatShare } from "../../../format/figures.ts";
import { count, descriptiveNumber, estimate, mark, shownView, textCell, type View, type ViewCell } from "../view.ts";

const head = {
  id: "artefacts",
  title: "Artefacts",
  lead: "Baseline classifiers that use only words learn from other problems and predict the labels.",
};

/** The labels of the three baseline classifiers. */
export const baselineLabels: Readonly<Record<ArtefactSummary["baselines"][number]["name"], string>> = {
  hypothesis_only: "Hypothesis alone",
  premise_blind: "Everything but the premise",
  lexical: "All words, no order",
};

/** The name of the table of one slice. */
export function artefactTableName(slice: SliceName): string {
  return `baselines-by-${slice.replaceAll("_", "-")}`;
}

/** The training data of the baselines, in one or two sentences. */
export function learningText({ rows, premises, folds, training, majority }: ArtefactSummary): string {
  const from = training
    ? `The classifiers learned from another set: ${formatNumberOf(training.rows, "problem")} about ${formatNumberOf(training.premises, "premise")}, generated with the same settings and the seed “${training.seed}”, none of them in this set.`
    : `In ${folds} folds: each premise is predicted by classifiers that learned from the other folds.`;
  return `${formatNumberOf(rows, "problem")} about ${formatNumberOf(premises, "premise")}. ${from} Always predicting the more frequent label gets ${formatShare(majority)} (counted, not estimated, so there is no interval).`;
}

/** The accuracy of each baseline classifier, overall and by slice. */
export function artefactsView(report: ArtefactSummary): View {
  const { baselines, majority, rows } = report;
  return shownView(head, {
    sentences: [learningText(report)],
    tables: [
      {
        name: "baselines",
        caption: "Share of labels predicted right, with 95% intervals clustered by premise",
        columns: ["Baseline classifier", "Input", "Right", "Premises", "More frequent label"],
        rows: baselines.map(({ name, sees, accuracy }) => [
          textCell(baselineLabels[name]),
          textCell(sees),
          accuracyCell(accuracy),
          count(accuracy.premises),
          descriptiveNumber(majority, rows, "share"),
        ]),
      },
      ...sliceNames.flatMap((slice) => {
        const values = sortSlices(baselines[0]?.slices[slice] ?? []);
        return values.length === 0
          ? []
          : [
              {
                name: artefactTableName(slice),
                caption: `Labels predicted right, by ${sliceTitle[slice]}`,
                columns: [
                  sliceTitle[slice],
                  "More frequent label",
                  ...baselines.map(({ name }) => baselineLabels[name]),
                ],
                rows: values.map(({ value, accuracy: { n }, majority: most }): ViewCell[] => [
                  textCell(sliceValue(slice, value)),
                  descriptiveNumber(most, n, "share"),
                  ...baselines.map((one) =>
                    accuracyCell(one.slices[slice].find((sliceEntry) => sliceEntry.value === value)?.accuracy),
                  ),
                ]),
              },
            ];
      }),
    ],
    figures: [
      {
        name: "baselines",
        title: "Labels predicted right by classifiers that cannot reason",
        unit: "share",
        marks: baselines.map(({ name, accuracy }) =>
          mark(baselineLabels[name], "model", { ...accuracy, value: accuracy.estimate }),
        ),
        lines: [{ label: "the more frequent label", value: majority }],
      },
    ],
  });
}

function accuracyCell(accuracy: Accuracy | undefined): ViewCell {
  if (!accuracy) return estimate({ value: null, low: null, high: null, n: 0, reason: "There are no such problems." });
  return estimate({ ...accuracy, value: accuracy.estimate, reason: accuracy.reason ?? null });
}
