import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { type AnswerMethod, answerMethods } from "@/lib/domain/annotation/schema-items/aggregate-answers.ts";
import { type AnswerAgreement, agreementMeasures } from "@/lib/domain/annotation/schema-items/agreement-measure.ts";
import type { AnswerReport, FieldSummary } from "@/lib/domain/annotation/schema-items/fold-answers.ts";
import { describeEstimate, formatPart, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { groupBy } from "@/lib/domain/group-by.ts";

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
  const fieldsWithAnchoring = report.anchoring.filter(({ shown, hidden }) => shown[1] + hidden[1] > 0);
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
      {fieldsWithAnchoring.length > 0 && (
        <Section title="Anchoring" lead="Share of first answers that equal the model’s suggestion.">
          <Table caption="Answers equal to the suggestion">
            <thead>
              <tr>
                <Th>Field</Th>
                <Th isNumber>Suggestion shown</Th>
                <Th isNumber>Suggestion hidden</Th>
              </tr>
            </thead>
            <tbody>
              {fieldsWithAnchoring.map(({ field, shown, hidden }) => (
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

/** One row for all answers and for each label, person and month; one column for each measure. */
function AgreementTable({ field, names }: { field: FieldSummary; names: Readonly<Record<string, string>> }) {
  const columns = agreementMeasures.filter((measure) => field.agreement.some((one) => one.measure === measure));
  const rows = [...groupBy(field.agreement, ({ of }) => JSON.stringify(of)).values()];
  return (
    <Table caption={`Agreement with 95% intervals: ${field.label}`}>
      <thead>
        <tr>
          <Th>Answers</Th>
          <Th isNumber>Items</Th>
          {columns.map((measure) => (
            <Th key={measure} isNumber>
              {measures[measure]}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { of, n = 0 } = row[0] ?? { of: null };
          return (
            <tr key={`${of?.kind} ${of?.name}`}>
              <Th scope="row">{of === null ? "All" : `${groups[of.kind]} ${names[of.name] ?? of.name}`}</Th>
              <Td isNumber>{formatCount(n)}</Td>
              {columns.map((measure) => (
                <AgreementCell key={measure} found={row.find((one) => one.measure === measure)} rowItems={n} />
              ))}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const groups = { label: "Label", person: "Person", month: "Month" } as const;

function AgreementCell({ found, rowItems }: { found: AnswerAgreement | undefined; rowItems: number }) {
  if (!found || found.value === null) return <Td isNumber>–</Td>;
  const { value, interval, note, n } = describeEstimate(found, formatNumberOf(found.n, "item"), {
    unit: "number",
    decimals: 2,
  });
  return (
    <Td isNumber className="whitespace-nowrap">
      {value}
      <span className={found.low === null ? "block whitespace-normal text-ink-soft" : "block text-ink-soft"}>
        {interval}
      </span>
      {note && <span className="block whitespace-normal text-ink-soft">{note}</span>}
      {found.n !== rowItems && <span className="block text-ink-soft">{n}</span>}
    </Td>
  );
}

const methods: Readonly<Record<AnswerMethod, string>> = {
  majority: "Majority",
  weighted: "Weighted vote",
  "dawid-skene": "Dawid-Skene",
  mace: "MACE",
};

/** The items with the most different answers, and the result of each aggregation method. */
export function DisputedItems({ report, base }: { report: AnswerReport; base: string }) {
  const { disputed, fields, differing } = report;
  if (disputed.length === 0) return null;
  return (
    <Section
      title="Aggregated answers"
      lead="Items with different answers, the most disputed first. For spans: the characters that at least half of the people marked. A dash means a tie, or a method that does not apply or gives no clear result. The Hugging Face folder contains all items."
    >
      <Table
        caption={
          differing > disputed.length
            ? `${formatCount(disputed.length)} of ${formatNumberOf(differing, "item")} with different answers`
            : `${formatNumberOf(differing, "item")} with different answers`
        }
        maxHeight="36rem"
      >
        <thead>
          <tr>
            <Th>Item</Th>
            <Th>Field</Th>
            <Th isNumber>Different answers</Th>
            {answerMethods.map((method) => (
              <Th key={method}>{methods[method]}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {disputed.flatMap(({ id, different, answers }) =>
            fields.map(({ field, label }) => (
              <tr key={`${id} ${field}`}>
                <Th scope="row">
                  <Link href={`${base}/items?${new URLSearchParams({ text: id })}`}>{id}</Link>
                </Th>
                <Td>{label}</Td>
                <Td isNumber>{formatCount(different)}</Td>
                {answerMethods.map((method) => (
                  <Td key={method} className="wrap-anywhere">
                    {answers[field]?.[method] || "–"}
                  </Td>
                ))}
              </tr>
            )),
          )}
        </tbody>
      </Table>
    </Section>
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
    <Table caption="Annotators. Competence and accuracy are estimates without an interval, and never a reason to withhold pay">
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
