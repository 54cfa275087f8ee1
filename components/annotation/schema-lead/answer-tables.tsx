import { EstimateTds } from "@/components/charts/estimate.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { AnswerAgreement } from "@/lib/domain/annotation/schema-items/answer-agreement.ts";
import type { AnswerReport, FieldSummary } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import { describeEstimate, formatPart, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

const measures: Readonly<Record<AnswerAgreement["measure"], string>> = {
  percent: "Equal answers",
  kappa: "Cohen’s kappa",
  "fleiss-kappa": "Fleiss’ kappa",
  alpha: "Krippendorff’s alpha (nominal)",
  "ordinal-alpha": "Krippendorff’s alpha (ordinal)",
  "interval-alpha": "Krippendorff’s alpha (interval)",
  "span-f1": "Exact spans, F1",
  "token-alpha": "Token-level alpha",
  "rank-correlation": "Rank correlation (Spearman)",
};

/** Agreement, confusion with accepted answers, competence and anchoring, field by field. */
export function AnswerTables({ report, names }: { report: AnswerReport; names: Readonly<Record<string, string>> }) {
  const anchored = report.anchoring.filter(({ shown, hidden }) => shown[1] + hidden[1] > 0);
  return (
    <>
      {report.fields.map((field) => (
        <Section
          key={field.field}
          title={field.label}
          lead={`${formatCount(field.answers)} answers to ${formatCount(field.items)} items.`}
        >
          <div className="grid grid-cols-1 gap-6">
            <AgreementTable field={field} names={names} />
            {field.confusion && <Confusion {...field.confusion} />}
            <PeopleTable field={field} names={names} />
          </div>
        </Section>
      ))}
      {anchored.length > 0 && (
        <Section title="Anchoring" lead="How often a first answer equals the suggestion of the model.">
          <Table caption="Answers equal to the suggestion">
            <thead>
              <tr>
                <Th>Field</Th>
                <Th isNumber>Suggestion shown</Th>
                <Th isNumber>Suggestion hidden</Th>
              </tr>
            </thead>
            <tbody>
              {anchored.map(({ field, shown, hidden }) => (
                <tr key={field}>
                  <Th scope="row">{field}</Th>
                  <Td isNumber>{formatPart(...shown)}</Td>
                  <Td isNumber>{formatPart(...hidden)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}

function AgreementTable({ field, names }: { field: FieldSummary; names: Readonly<Record<string, string>> }) {
  const groups = { label: "label", person: "person", month: "month" } as const;
  return (
    <Table caption={`Agreement: ${field.label}`}>
      <thead>
        <tr>
          <Th>Measure</Th>
          <Th>Of</Th>
          <Th isNumber>Value</Th>
          <Th isNumber>95% interval</Th>
          <Th isNumber>n</Th>
        </tr>
      </thead>
      <tbody>
        {field.agreement.map(({ measure, of, n, value, low, high }) => (
          <tr key={`${measure} ${of?.kind} ${of?.name}`}>
            <Th scope="row">{measures[measure]}</Th>
            <Td>{of === null ? "all" : `${groups[of.kind]} ${names[of.name] ?? of.name}`}</Td>
            <EstimateTds of={describeEstimate({ value, low, high }, n, { unit: "number" })} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Confusion({ labels, counts }: NonNullable<FieldSummary["confusion"]>) {
  return (
    <Table caption="Accepted (rows) and given answers (columns)">
      <thead>
        <tr>
          <Th>Accepted</Th>
          {labels.map((label) => (
            <Th key={label} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, row) => (
          <tr key={label}>
            <Th scope="row">{label}</Th>
            {labels.map((given, column) => (
              <Td key={given} isNumber>
                {formatCount(counts[row]?.[column] ?? 0)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function PeopleTable({ field, names }: { field: FieldSummary; names: Readonly<Record<string, string>> }) {
  return (
    <Table caption="Annotators; competence and accuracy are estimated without an interval and are never a reason to withhold pay">
      <thead>
        <tr>
          <Th>Annotator</Th>
          <Th isNumber>Answers</Th>
          <Th isNumber>Competence (MACE)</Th>
          <Th isNumber>Accuracy (Dawid-Skene)</Th>
        </tr>
      </thead>
      <tbody>
        {field.people.map(({ by, n, competence, accuracy }) => (
          <tr key={by}>
            <Th scope="row">{names[by] ?? by}</Th>
            <Td isNumber>{formatCount(n)}</Td>
            <Td isNumber>{formatQuantity(competence, 3)}</Td>
            <Td isNumber>{formatQuantity(accuracy, 3)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
