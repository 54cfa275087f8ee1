import { IntervalBar } from "@/components/ui/interval-bar.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { describeShare, formatCount, formatRightOf } from "@/lib/domain/format/figures.ts";
import type { TableResults } from "@/lib/domain/release/table-results.ts";

/**
 * The contents of a version of a benchmark or a collection, and the accuracies of models, for readers without an account.
 */
export function TableResultsView({ results: { tables, texts, accuracies } }: { results: TableResults }) {
  return (
    <>
      <Section id="figures" title="Figures">
        <div className="grid grid-cols-1 gap-10">
          <Table caption="Records of this version">
            <thead>
              <tr>
                <Th>Table</Th>
                <Th isNumber>Records</Th>
                <Th>Content</Th>
              </tr>
            </thead>
            <tbody>
              {tables.map(({ name, rows, description }) => (
                <tr key={name}>
                  <Th scope="row">{name}</Th>
                  <Td isNumber>{formatCount(rows)}</Td>
                  <Td className="min-w-48">{description}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          {accuracies.length > 0 && <ModelAccuracyTable accuracies={accuracies} />}
        </div>
      </Section>
      <Section id="methods" title="Methods">
        <div className="grid max-w-measure grid-cols-1 gap-4">
          {[texts.collection, texts.annotation, texts.review, texts.privacy].map((paragraph) => (
            <p key={paragraph} className="wrap-anywhere">
              {paragraph}
            </p>
          ))}
        </div>
      </Section>
    </>
  );
}

function ModelAccuracyTable({ accuracies }: Pick<TableResults, "accuracies">) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table caption="Accuracy of models, with 95% intervals">
        <thead>
          <tr>
            <Th>Model</Th>
            <Th>Condition</Th>
            <Th className="min-w-36">Accuracy</Th>
            <Th isNumber>Correct</Th>
          </tr>
        </thead>
        <tbody>
          {accuracies.map(({ subject, condition, n, correct, accuracy: value, wilson_low: low, wilson_high: high }) => {
            const share = { value, low, high, correct, n };
            const text = describeEstimate({ value, low, high, reason: null }, formatRightOf(share));
            return (
              <tr key={`${subject} ${condition}`}>
                <Th scope="row" className="min-w-36 wrap-anywhere">
                  {subject}
                </Th>
                <Td className="min-w-36 wrap-anywhere">{condition || "all"}</Td>
                <Td>
                  <IntervalBar value={value} low={low} high={high} side="models" label={describeShare(share)} />
                </Td>
                <Td isNumber>
                  {text.value}
                  <span className="block text-xs text-ink-soft">{text.interval}</span>
                  <span className="block text-xs text-ink-soft">{text.n}</span>
                </Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <p className="max-w-measure text-sm text-ink-soft">
        Wilson intervals, with answers treated as independent. An answer that could not be read is wrong; answers to
        items without a key are not counted.
      </p>
    </div>
  );
}
