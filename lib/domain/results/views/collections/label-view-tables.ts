import type { AnnotatorLabels, LabelMethod, LabelSummary } from "../../../annotation/figures/fold-labels.ts";
import type { CountedShare } from "../../../annotation/figures/prepare-collection-figures.ts";
import { type AnnotationVerdict, annotationVerdicts } from "../../../annotation/requests.ts";
import { count, descriptiveNumber, estimate, textCell, type ViewCell, type ViewTable } from "../view.ts";

export const labelMethodNames: Readonly<Record<LabelMethod, string>> = {
  majority: "Majority",
  weighted: "Weighted by agreement with others",
  "dawid-skene": "Dawid-Skene",
  mace: "MACE",
};

export const everyAnnotator = "All annotators";

export const annotatorCaption =
  "Annotators; weight, competence and accuracy are estimated from these items, without an interval, and never a reason to withhold pay";

const verdictNames: Readonly<Record<AnnotationVerdict, string>> = {
  sound: "sound",
  refined: "refined",
  irreparable: "unusable",
};

/**
 * The tables of the aggregated labels of a collection: by method, by annotator, and given against decided verdicts.
 */
export function labelTables({
  items,
  methods,
  people,
  counts,
  decided,
}: Omit<LabelSummary, "people"> & { people: readonly (AnnotatorLabels & { name: string })[] }): ViewTable[] {
  if (items === 0) return [];
  const shareCell = ({ n, estimate: value, low, high }: CountedShare): ViewCell =>
    n === 0
      ? estimate({ value: null, low: null, high: null, n, reason: "There are no such items." })
      : estimate({ value, low, high, n });
  const confusion = [{ name: everyAnnotator, counts }, ...people];
  return [
    ...(methods.length > 0
      ? [
          {
            name: "labels",
            caption: "Labels aggregated from the first verdicts",
            columns: ["Method", "Sound", "Refined", "Unusable", "No label", "Same as decided"],
            rows: methods.map(({ method, labels, unlabelled, same: share }): ViewCell[] => [
              textCell(labelMethodNames[method]),
              ...labels.map(count),
              count(unlabelled),
              shareCell(share),
            ]),
          },
        ]
      : []),
    {
      name: "annotators",
      caption: annotatorCaption,
      columns: [
        "Annotator",
        "Items judged",
        "Also judged by others",
        "Weight",
        "Competence (MACE)",
        "Accuracy (Dawid-Skene)",
        "Same as decided",
      ],
      rows: people.map((person): ViewCell[] => [
        textCell(person.name),
        count(person.items),
        count(person.shared),
        ...[person.weight, person.competence, person.accuracy].map((value) => descriptiveNumber(value, person.shared)),
        shareCell(person.same),
      ]),
    },
    ...(decided > 0
      ? [
          {
            name: "confusion",
            caption: "First verdicts by decided verdict: gold, otherwise review",
            columns: ["Annotator", "Decided", ...annotationVerdicts.map((verdict) => `Given ${verdictNames[verdict]}`)],
            rows: confusion.flatMap((one) =>
              annotationVerdicts.map((verdict, row): ViewCell[] => [
                textCell(one.name),
                textCell(verdictNames[verdict]),
                ...one.counts[row]!.map(count),
              ]),
            ),
          },
        ]
      : []),
  ];
}
