import { EstimateTd, EstimateTds } from "@/components/charts/estimate.tsx";
import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Accuracy, ArtefactSummary } from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import { sliceTitle, sliceValue, sortSlices } from "@/lib/domain/epistemic/artefacts/slice-labels.ts";
import { type SliceName, sliceNames } from "@/lib/domain/epistemic/artefacts/slices.ts";
import { describeEstimate, estimateSentence, formatPlanned } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import {
  artefactTableName,
  baselineLabels,
  learningText,
} from "@/lib/domain/results/views/collections/artefacts-view.ts";

/** The accuracy of the baseline classifiers, overall and by attribute of the problems. */
export function ArtefactTables({
  report,
  fileHref,
}: {
  report: ArtefactSummary;
  /** The address of a file with one table or figure ("baselines.csv"). */
  fileHref: (file: string) => string;
}) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-2">
        <Table
          caption="Share of correctly predicted labels, with 95% intervals clustered by premise"
          takenAs="baselines"
        >
          <thead>
            <tr>
              <Th>Baseline classifier</Th>
              <Th>Input</Th>
              <Th isNumber>Right</Th>
              <Th isNumber>95% interval</Th>
              <Th isNumber>n</Th>
              <Th>
                <span className="sr-only">As a chart; the dashed line is the share of the more frequent label</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {report.baselines.map(({ name, sees, accuracy }) => (
              <tr key={name}>
                <Th scope="row">{baselineLabels[name]}</Th>
                <Td className="min-w-56 text-ink-soft">{sees}</Td>
                <EstimateTds of={accuracyText(accuracy)} />
                <Td className="w-48">
                  <IntervalBar
                    side="models"
                    value={accuracy.estimate}
                    low={accuracy.low}
                    high={accuracy.high}
                    reference={report.majority}
                    label={estimateSentence(accuracyText(accuracy))}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <FigureDownloads
          name="baselines"
          svgHref={fileHref("baselines.svg")}
          specificationHref={fileHref("baselines.vl.json")}
        />
        <TableDownloads name="baselines" fileHref={fileHref} />
        <p className="max-w-measure text-sm text-ink-soft">{learningText(report)} The dashed line in the figure.</p>
      </div>
      {sliceNames.map((slice) => (
        <SliceTable key={slice} report={report} slice={slice} fileHref={fileHref} />
      ))}
    </div>
  );
}

function SliceTable({
  report,
  slice,
  fileHref,
}: {
  report: ArtefactSummary;
  slice: SliceName;
  fileHref: (file: string) => string;
}) {
  const values = report.baselines[0]?.slices[slice] ?? [];
  if (values.length === 0) return null;
  const name = artefactTableName(slice);
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table
        caption={`By ${sliceTitle[slice]}, with 95% intervals; the share of the more frequent label is counted, not estimated, and has no interval`}
        takenAs={name}
      >
        <thead>
          <tr>
            <Th>
              <span className="inline-block first-letter:uppercase">{sliceTitle[slice]}</span>
            </Th>
            <Th isNumber>n</Th>
            <Th isNumber>More frequent label</Th>
            {report.baselines.map(({ name }) => (
              <Th key={name} isNumber>
                {baselineLabels[name]}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortSlices(values).map(({ value, accuracy, majority }) => (
            <tr key={value}>
              <Th scope="row">{sliceValue(slice, value)}</Th>
              <Td isNumber>{formatCount(accuracy.n)}</Td>
              <Td isNumber>{formatPlanned(majority)}</Td>
              {report.baselines.map(({ name, slices }) => (
                <AccuracyCell key={name} accuracy={slices[slice].find((own) => own.value === value)?.accuracy} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <TableDownloads name={name} fileHref={fileHref} />
    </div>
  );
}

function AccuracyCell({ accuracy }: { accuracy: Accuracy | undefined }) {
  if (!accuracy) return <Td isNumber>–</Td>;
  return <EstimateTd of={accuracyText(accuracy)} />;
}

function accuracyText(accuracy: Accuracy) {
  return describeEstimate({ ...accuracy, value: accuracy.estimate }, accuracy.n);
}
